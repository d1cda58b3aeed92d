import { sql } from 'kysely';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { deleteSecurityEvents, digestLog, findLogEnd, type OutsideLog } from '#domains/participants/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { compareLogs } from './compare-logs.ts';
import {
  ANCHOR_ACTION,
  auditBlockTypes,
  DAY_MILLISECONDS,
  isExpired,
  readAnchors,
  readLastAnchor,
} from './log-anchors.ts';

export type AnchorContext = { readonly database: Database; readonly clock: Clock; readonly log: Log };

/** Entries get their id before they commit. No transaction takes this long. */
const SETTLED_MILLISECONDS = 3_600_000;
const FIRST_LOOK_MILLISECONDS = 600_000;
const LOOK_MILLISECONDS = 3_600_000;

/**
 * Appends a block with the digests of the entries that the administration log and the security log have gained since the
 * last anchor, once a day and only if there are any. Servers that do so concurrently append one block. Returns its index, or
 * undefined if none was due. Deletes what the security log no longer keeps, in whole anchored parts.
 */
export async function anchorLogs({ database, clock }: AnchorContext): Promise<number | undefined> {
  const last = await readLastAnchor(database);
  const now = clock();
  if (last !== undefined && now - last.block.timestamp * 1000 < DAY_MILLISECONDS) return undefined;
  const digestNew = async (log: OutsideLog) => {
    const after = last?.data[log].to ?? 0;
    const to = Math.max(after, await findLogEnd(database, log, now - SETTLED_MILLISECONDS));
    return digestLog(database, log, after, to);
  };
  const data = {
    action: ANCHOR_ACTION,
    admin_log: await digestNew('admin_log'),
    security_events: await digestNew('security_events'),
  };
  if (data.admin_log.entries + data.security_events.entries === 0) return undefined;
  const draft = auditBlockTypes.draft(data);
  const index = await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${ANCHOR_ACTION}))`.execute(tx);
    if ((await readLastAnchor(tx))?.block.index !== last?.block.index) return undefined;
    const [block] = await appendBlocks(tx, [draft], clock);
    return block?.index;
  });
  await deleteExpired(database, now);
  return index;
}

/** Everything up to an anchor of that age is older still. */
async function deleteExpired(database: Database, now: number): Promise<void> {
  for await (const { block, data } of readAnchors(database)) {
    if (!isExpired(block.timestamp, now)) continue;
    await deleteSecurityEvents(database, data.security_events.to);
    return;
  }
}

/** Compares the logs with their anchors and anchors new entries, ten minutes after the start and then every hour. */
export function startAnchoring(context: AnchorContext): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let compared = Number.NEGATIVE_INFINITY;
  const look = async () => {
    try {
      if (performance.now() - compared > DAY_MILLISECONDS) {
        for (const { projection, examples } of await compareLogs(context.database, context.clock))
          context.log.error({ log: projection, differences: examples }, 'a log was altered after it was anchored');
        compared = performance.now();
      }
      await anchorLogs(context);
    } catch (error) {
      context.log.warn({ err: error }, 'the logs could not be anchored; the next attempt is in an hour');
    }
  };
  const run = () => {
    running = running.then(look);
  };
  let timer = setTimeout(() => {
    run();
    timer = setInterval(run, LOOK_MILLISECONDS).unref();
  }, FIRST_LOOK_MILLISECONDS).unref();
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

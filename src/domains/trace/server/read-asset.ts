import { findLastAction, type OutlinedBlock, readOutlines } from '#domains/ledger/server/index.ts';
import { readManagers } from '#domains/participants/server/index.ts';
import { type AssetStatus, assetNotFound, type HistoryEvent } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAsset } from './assets.ts';
import { CORRECTION, EVENT_OUTLINE, readEvent, TRACE } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { statusActions, statusAfter } from './journey.ts';

/**
 * Reads an asset and a page of its history, from the start, as JSON. `meta` is copied as the ledger stores it: parsing and
 * serializing 500 large ones would hold the main thread for two seconds.
 */
export async function readAsset(
  db: Database,
  assetId: string,
  { page, limit }: { page: number; limit: number },
): Promise<string> {
  const asset = await findAsset(db, assetId);
  if (asset === undefined)
    throw new AppError(assetNotFound, `There is no asset ${assetId}.`, {
      hint: 'Check the spelling, or search for any part of an id, name or location.',
    });
  const rows = { limit, offset: (page - 1) * limit, order: 'oldest', withText: true } as const;
  const blocks = await readOutlines(db, { domain: TRACE, assetId }, rows, EVENT_OUTLINE);
  const markOf = await readMarks(
    db,
    blocks.map((block) => block.index),
  );
  const [first] = blocks;
  let status: AssetStatus =
    page === 1 || first === undefined ? 'unknown' : await statusBefore(db, assetId, first.index);
  const [countedOf, managerOf] = await Promise.all([
    readCounted(db, blocks, markOf),
    readManagers(db, [...new Set(blocks.flatMap((block) => readEvent(block)?.participant ?? []))]),
  ]);
  const history = blocks.flatMap((block): string[] => {
    const event = readEvent(block);
    if (event === undefined) return [];
    const mark = markOf(block.index);
    const counted = countedOf(event);
    if (counted !== undefined) status = statusAfter(status, counted);
    const described: Omit<HistoryEvent, 'meta'> = {
      blockIndex: block.index,
      blockHash: block.hash,
      action: event.action,
      participant: event.participant,
      timestamp: new Date(event.happenedAt).toISOString(),
      recordedAt: new Date(event.recordedAt).toISOString(),
      status,
      anomalies: mark.anomalies,
      ...defined({
        participantRole: event.role as HistoryEvent['participantRole'],
        recordedBy: event.recordedBy,
        managedBy: managerOf.get(event.participant),
        location: event.location,
        correctedBy: mark.correctedBy,
        corrects: event.corrects,
      }),
    };
    return [`${JSON.stringify(described).slice(0, -1)},"meta":${block.insideText}}`];
  });
  const pagination = JSON.stringify(paginate({ total: asset.eventCount, page, limit }));
  return `{"asset":${JSON.stringify(asset)},"history":[${history.join(',')}],"pagination":${pagination}}`;
}

const CORRECTIONS_MAX = 500;

/** Returns the status after the last counting event before a page. */
async function statusBefore(db: Database, assetId: string, before: number): Promise<AssetStatus> {
  const corrections = await readOutlines(
    db,
    { domain: TRACE, assetId, action: CORRECTION },
    { limit: CORRECTIONS_MAX, order: 'newest', withText: false },
    EVENT_OUTLINE,
  );
  const corrected = new Map(
    corrections.flatMap((block) => {
      const event = readEvent(block);
      return event?.corrects === undefined ? [] : [[event.corrects, event] as const];
    }),
  );
  const restated = [...corrected].filter(([, event]) => statusActions.some((action) => action === event.restates));
  for (let below = before; below > 0; ) {
    const last = await findLastAction(db, { domain: TRACE, assetId, below }, statusActions);
    // A corrected event may count only as restated, whatever its own action was.
    const at = Math.max(last?.index ?? 0, ...restated.map(([index]) => index).filter((index) => index < below));
    const correction = corrected.get(at);
    const event = last === undefined ? undefined : readEvent(last);
    if (correction === undefined) return event === undefined ? 'unknown' : statusAfter('unknown', event);
    const { restates: action, role } = correction;
    if (restated.some(([index]) => index === at)) return statusAfter('unknown', { action: action ?? '', role });
    below = at;
  }
  return 'unknown';
}

type ActionAndRole = Parameters<typeof statusAfter>[1];

/** Returns a look-up of what counts for the status at an event's position: the event itself or its restatement. */
async function readCounted(
  db: Database,
  blocks: readonly OutlinedBlock[],
  markOf: Awaited<ReturnType<typeof readMarks>>,
): Promise<(event: ActionAndRole & { index: number }) => ActionAndRole | undefined> {
  const indexes = blocks.flatMap((block) => markOf(block.index).correctedBy ?? []);
  const page = { limit: indexes.length, order: 'oldest', withText: false } as const;
  const corrections = await readOutlines(db, { indexes }, page, EVENT_OUTLINE);
  const restated = new Map(corrections.map((block) => [block.index, readEvent(block)]));
  return (event) => {
    const { correctedBy } = markOf(event.index);
    if (correctedBy === undefined) return event;
    const correction = restated.get(correctedBy);
    return correction?.restates === undefined ? undefined : { action: correction.restates, role: correction.role };
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

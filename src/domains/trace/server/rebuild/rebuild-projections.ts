import { sql } from 'kysely';
import { lockHead } from '#domains/ledger/server/index.ts';
import { happenedAtOf, readEvent, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences, type Differences } from '#platform/server/differences.ts';
import type { Difference, RebuildOptions } from '#platform/server/domain.ts';
import { listBlocks } from '../catch-up.ts';
import { readCustodyRules } from '../custody-rules.ts';
import { linksIn } from '../lineage/links-in.ts';
import { compareAssets, compareCreationTimes, removeUnknownAssets } from './compare-assets.ts';
import { compareCounters, createRecount } from './compare-counters.ts';
import { compareLinks, removeUnknownLinks } from './compare-links.ts';
import { createTextCheck } from './compare-texts.ts';
import { createTimeCheck } from './compare-times.ts';
import { type ChainRow, readChainByAsset } from './read-chain.ts';
import { createAssetReplay, type ReplayedAsset } from './replay-asset.ts';

const ASSETS_AT_A_TIME = 500;
/** Blocks never change, so their problems cannot be repaired. */
const ABOUT_BLOCKS = ['blocks', 'corrections'];

/**
 * Replays the chain by the rules of its recording, and returns every difference of a projection (assets,
 * marks, counters). It runs in one transaction on one state of the chain, so concurrent appends are not differences.
 * With `repair`, appends wait, and either everything is repaired or nothing. Memory does not grow with the chain.
 */
export function rebuildProjections(database: Database, options: RebuildOptions): Promise<Difference[]> {
  return database
    .transaction()
    .setIsolationLevel(options.repair ? 'read committed' : 'repeatable read')
    .execute(async (tx) => {
      const differences = createDifferences(ABOUT_BLOCKS);
      await compareProgress(tx, differences);
      if (!options.repair) return replayAll(tx, options, differences);
      // Every append locks this row first, so no block comes between reading and writing here.
      await lockHead(tx);
      await repairProgress(tx);
      while (await listBlocks(tx));
      return replayAll(tx, options, differences);
    });
}

/** Fixes progress beyond the end of the chain, or a missing row, which would leave later blocks out of the lists. */
async function repairProgress(tx: Database): Promise<void> {
  await sql`
    insert into trace_progress (listed_length) select length from ledger_length
    on conflict (one) do update set listed_length = least(trace_progress.listed_length, excluded.listed_length)
  `.execute(tx);
}

async function replayAll(
  db: Database,
  { repair, onProgress }: RebuildOptions,
  differences: Differences,
): Promise<Difference[]> {
  const recount = createRecount();
  const listedLength = Math.min(...(await readProgress(db)));
  const custody = await readCustodyRules(db);
  const into = { differences, texts: createTextCheck(db, differences, repair), repair, recount, listedLength };
  const times = createTimeCheck(db, differences, listedLength, repair);
  let waiting: ReplayedAsset[] = [];
  let current: ReturnType<typeof createAssetReplay> | undefined;
  let replayed = 0;

  const finishAsset = async () => {
    const asset = current?.finish();
    current = undefined;
    if (asset === undefined) return;
    waiting.push(asset);
    if (waiting.length >= ASSETS_AT_A_TIME) await compareWaiting();
  };
  const compareWaiting = async () => {
    const assets = waiting;
    waiting = [];
    if (assets.length === 0) return;
    await compareAssets(db, assets, into);
    await compareLinks(db, assets, into);
  };

  for await (const row of readChainByAsset(db)) {
    if (current !== undefined && current.assetId !== row.asset_id) await finishAsset();
    const content = readRow(row);
    if (content.copies !== undefined) differences.add('blocks', content.copies);
    // Counters catch up in bulk, so uncovered blocks are not a difference.
    if (row.domain === TRACE && row.index < listedLength)
      recount.addBlock(row.timestamp * 1000, content.time.happenedAt, content.participant);
    await times.push(content.time);
    if (content.event !== undefined && row.asset_id !== null) {
      current ??= createAssetReplay(row.asset_id, custody);
      current.push(content.event, content.links);
    }
    replayed += 1;
    onProgress?.(replayed);
  }
  await finishAsset();
  await compareWaiting();
  await times.finish();
  await removeUnknownAssets(db, differences, repair);
  await removeUnknownLinks(db, differences, repair);
  await compareCreationTimes(db, differences, repair);
  await compareCounters(db, recount, differences, repair);
  return differences.list();
}

async function compareProgress(db: Database, differences: Differences): Promise<void> {
  const [listed, length] = await readProgress(db);
  if (listed < 0) differences.add('trace_progress', 'its row is missing');
  if (listed > length) differences.add('trace_progress', `covers ${counted(listed, 'block')}, the chain has ${length}`);
}

/** Returns how many blocks lists and counters cover (-1 without a row), and how many there are. */
async function readProgress(db: Database): Promise<[listed: number, length: number]> {
  const { rows } = await sql<{ listed: number; length: number }>`
    select coalesce((select listed_length from trace_progress), -1) as listed, length from ledger_length
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The ledger has lost its head row. See docs/runbooks/chain-broken.md.');
  return [row.listed, row.length];
}

/** Returns a block's content, and whether its index copies agree with it. */
function readRow(row: ChainRow) {
  const data = parseData(row.data);
  const copy = (name: string) => (typeof data[name] === 'string' ? (data[name] as string) : null);
  const agrees = row.action === data['action'] && row.asset_id === copy('asset_id') && row.participant === copy('user');
  const action = copy('action') ?? row.action;
  const happenedAt = happenedAtOf({ timestamp: row.timestamp, data });
  return {
    time: { index: row.index, happenedAt, action, assetId: copy('asset_id'), participant: copy('user') },
    event: readEvent({ index: row.index, timestamp: row.timestamp, data }),
    links: row.domain === TRACE ? linksIn(data) : [],
    participant: copy('user'),
    copies: agrees ? undefined : `block ${row.index}: its index columns differ from its content`,
  };
}

function parseData(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // An unreadable block, which `cairn verify` reports too.
    return {};
  }
}

import { sql } from 'kysely';
import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { readAssetStates, readListed, writeAssets } from '../assets.ts';
import { readMarks, writeMarks } from '../event-marks.ts';
import type { createRecount } from './compare-counters.ts';
import type { TextCheck } from './compare-texts.ts';
import type { ReplayedAsset } from './replay-asset.ts';

type Comparison = {
  readonly differences: Differences;
  readonly texts: TextCheck;
  readonly recount: ReturnType<typeof createRecount>;
  /** Lists and counters cover the blocks below this index. */
  readonly listedLength: number;
  readonly repair: boolean;
};

/** Compares the stored rows of some assets with their replay. With `repair`, writes the replay. */
export async function compareAssets(db: Database, replayed: readonly ReplayedAsset[], into: Comparison): Promise<void> {
  const ids = replayed.map(({ state }) => state.assetId);
  const kept = await readAssetStates(db, ids);
  const wrong = replayed.filter(({ state, misfits }) => {
    for (const misfit of misfits) into.differences.add('corrections', misfit);
    const difference = describeDifference(kept.get(state.assetId), state);
    if (difference !== undefined) into.differences.add('assets', `${state.assetId}: ${difference}`);
    return difference !== undefined;
  });
  if (into.repair && wrong.length > 0) {
    const wrongIds = wrong.map(({ state }) => state.assetId);
    await sql`delete from assets where asset_id = any(${wrongIds}::text[])`.execute(db);
    await sql`delete from asset_states where asset_id = any(${wrongIds}::text[])`.execute(db);
    const states = wrong.map(({ state }) => state);
    for (const statement of writeAssets(states, () => true)) await runWrite(db, statement);
  }
  await compareListed(db, replayed, into);
  await compareMarks(db, replayed, into);
  await into.texts.check(replayed.map(({ state }) => state));
}

const inList = ({ assetId: _, name: __, category: ___, batch: ____, createdIndex: _____, ...listed }: AssetState) =>
  listed;

/** Compares the listed rows, and counts the assets they cover. */
async function compareListed(db: Database, replayed: readonly ReplayedAsset[], into: Comparison): Promise<void> {
  const listed = await readListed(
    db,
    replayed.map(({ state }) => state.assetId),
  );
  const wrong: string[] = [];
  for (const { state, firstRecordedAt } of replayed) {
    const row = listed.get(state.assetId);
    // Its newest event may not be covered by the list yet.
    const isCovered = state.lastIndex < into.listedLength;
    const counted = isCovered ? state : row && { ...state, ...row };
    if (counted !== undefined) into.recount.addAsset(counted, firstRecordedAt);
    const difference = isCovered ? describeDifference(row, inList(state)) : undefined;
    if (difference === undefined) continue;
    into.differences.add('asset_list', `${state.assetId}: ${difference}`);
    wrong.push(state.assetId);
  }
  if (!into.repair || wrong.length === 0) return;
  await sql`delete from asset_list where asset_id = any(${wrong}::text[])`.execute(db);
  await sql`insert into asset_list select * from asset_states where asset_id = any(${wrong}::text[])`.execute(db);
}

async function compareMarks(
  db: Database,
  replayed: readonly ReplayedAsset[],
  { differences, repair }: { differences: Differences; repair: boolean },
): Promise<void> {
  const assetOf = new Map(
    replayed.flatMap(({ state, marks }) => [...marks.keys()].map((index) => [index, state.assetId] as const)),
  );
  const expected = new Map(replayed.flatMap(({ marks }) => [...marks]));
  const { rows } = await sql<{ block_index: number; asset_id: string; happened_milliseconds: number }>`
    select block_index, asset_id, happened_milliseconds from event_marks
    where asset_id = any(${replayed.map(({ state }) => state.assetId)}::text[]) or block_index = any(${[...expected.keys()]}::bigint[])
  `.execute(db);
  for (const row of rows) if (!assetOf.has(row.block_index)) assetOf.set(row.block_index, row.asset_id);
  const kept = new Map(rows.map((row) => [row.block_index, row]));
  const markOf = await readMarks(db, [...assetOf.keys()]);
  for (const [index, assetId] of [...assetOf].sort(([a], [b]) => a - b)) {
    const mark = markOf(index);
    const row = kept.get(index);
    const before =
      row === undefined ? undefined : { assetId: row.asset_id, happenedAt: row.happened_milliseconds, ...mark };
    const after = expected.get(index);
    const difference = describeDifference(before, after === undefined ? undefined : { assetId, ...after });
    if (difference === undefined) continue;
    differences.add('event_marks', `block ${index}: ${difference}`);
    if (!repair) continue;
    await sql`delete from event_marks where block_index = ${index}`.execute(db);
    if (after === undefined) continue;
    const { anomalies, correctedBy, happenedAt } = after;
    const corrections = correctedBy === undefined ? [] : [{ corrected: index, by: correctedBy, assetId, happenedAt }];
    await runWrite(db, writeMarks([{ index, assetId, anomalies, happenedAt }], corrections));
  }
}

/** Finds rows of assets that are not on the chain. With `repair`, removes them. */
export async function removeUnknownAssets(db: Database, differences: Differences, repair: boolean): Promise<void> {
  for (const table of ['assets', 'asset_states', 'asset_list', 'event_marks'] as const) {
    const strangers = sql`not exists (select 1 from ledger_blocks where domain = ${TRACE} and ledger_blocks.asset_id = kept.asset_id)`;
    const { rows } = await sql<{ asset_id: string }>`
      select asset_id from ${sql.table(table)} kept where ${strangers}
    `.execute(db);
    for (const row of rows) differences.add(table, `${row.asset_id}: is not on the chain`);
    if (repair && rows.length > 0) await sql`delete from ${sql.table(table)} kept where ${strangers}`.execute(db);
  }
}

/** Checks the copy of an asset's creation time in its state, which lists by status use. With `repair`, fixes it. */
export async function compareCreationTimes(db: Database, differences: Differences, repair: boolean): Promise<void> {
  const { rows } = await sql<{ asset_id: string }>`
    select asset_id from assets join asset_states using (asset_id) where assets.created_at <> asset_states.created_at
  `.execute(db);
  for (const row of rows) differences.add('asset_states', `${row.asset_id}: created_at differs from the asset's`);
  if (repair && rows.length > 0)
    await sql`
      update asset_states set created_at = assets.created_at from assets
      where assets.asset_id = asset_states.asset_id and assets.created_at <> asset_states.created_at
    `.execute(db);
}

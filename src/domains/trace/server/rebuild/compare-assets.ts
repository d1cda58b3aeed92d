import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import { readAssetStates, writeAssets } from '../assets.ts';
import { TRACE } from '../event-content.ts';
import { readMarks, writeMarks } from '../event-marks.ts';
import type { TextCheck } from './compare-texts.ts';
import { type Differences, describeDifference } from './differences.ts';
import type { ReplayedAsset } from './replay-asset.ts';

/** Compares some assets with what is kept of them, and with `repair` writes what the chain says. */
export async function compareAssets(
  db: Database,
  replayed: readonly ReplayedAsset[],
  into: { differences: Differences; texts: TextCheck; repair: boolean },
): Promise<void> {
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
    for (const statement of writeAssets(states, new Map())) await runWrite(db, statement);
  }
  await compareMarks(db, replayed, into);
  await into.texts.check(replayed.map(({ state }) => state));
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
  const { rows } = await sql<{ block_index: number; asset_id: string }>`
    select block_index, asset_id from event_marks
    where asset_id = any(${replayed.map(({ state }) => state.assetId)}::text[]) or block_index = any(${[...expected.keys()]}::bigint[])
  `.execute(db);
  for (const row of rows) if (!assetOf.has(row.block_index)) assetOf.set(row.block_index, row.asset_id);
  const keptAsset = new Map(rows.map((row) => [row.block_index, row.asset_id]));
  const markOf = await readMarks(db, [...assetOf.keys()]);
  for (const [index, assetId] of [...assetOf].sort(([a], [b]) => a - b)) {
    const mark = markOf(index);
    const before = keptAsset.has(index)
      ? { assetId: keptAsset.get(index), anomalies: mark.anomalies, correctedBy: mark.correctedBy }
      : undefined;
    const after = expected.get(index);
    const difference = describeDifference(before, after === undefined ? undefined : { assetId, ...after });
    if (difference === undefined) continue;
    differences.add('event_marks', `block ${index}: ${difference}`);
    if (!repair) continue;
    await sql`delete from event_marks where block_index = ${index}`.execute(db);
    if (after === undefined) continue;
    const corrections = after.correctedBy === undefined ? [] : [{ corrected: index, by: after.correctedBy, assetId }];
    await runWrite(db, writeMarks([{ index, assetId, anomalies: after.anomalies }], corrections));
  }
}

/** Finds, and with `repair` removes, what is kept of assets that are not on the chain. */
export async function removeUnknownAssets(db: Database, differences: Differences, repair: boolean): Promise<void> {
  for (const table of ['assets', 'asset_states', 'event_marks'] as const) {
    const strangers = sql`not exists (select 1 from ledger_blocks where domain = ${TRACE} and ledger_blocks.asset_id = kept.asset_id)`;
    const { rows } = await sql<{ asset_id: string }>`
      select asset_id from ${sql.table(table)} kept where ${strangers}
    `.execute(db);
    for (const row of rows) differences.add(table, `${row.asset_id}: is not on the chain`);
    if (repair && rows.length > 0) await sql`delete from ${sql.table(table)} kept where ${strangers}`.execute(db);
  }
}

/** An asset's state repeats when it was made, for lists by status: found, and with `repair` set right. */
export async function compareCreationTimes(db: Database, differences: Differences, repair: boolean): Promise<void> {
  const { rows } = await sql<{ asset_id: string }>`
    select asset_id from assets join asset_states using (asset_id) where assets.created_at <> asset_states.created_at
  `.execute(db);
  for (const row of rows) differences.add('asset_states', `${row.asset_id}: created_at is another than the asset's`);
  if (repair && rows.length > 0)
    await sql`
      update asset_states set created_at = assets.created_at from assets
      where assets.asset_id = asset_states.asset_id and assets.created_at <> asset_states.created_at
    `.execute(db);
}

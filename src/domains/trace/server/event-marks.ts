import { sql } from 'kysely';
import type { Anomaly } from '#domains/trace/contract.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type EventMark = { readonly anomalies: Anomaly[]; readonly correctedBy: number | undefined };

const NO_MARK: EventMark = { anomalies: [], correctedBy: undefined };

/** An event to mark. `happenedAt` is in milliseconds. */
type Marked = { readonly assetId: string; readonly happenedAt: number };

/**
 * Stores the marks of events, one row per block, which one batch may both mark and correct. New marks replace earlier
 * ones.
 */
export function writeMarks(
  marks: readonly (Marked & { readonly index: number; readonly anomalies: readonly Anomaly[] })[],
  corrections: readonly (Marked & { readonly corrected: number; readonly by: number })[],
): WriteStatement {
  const rows = new Map<number, Marked & { anomalies: string | null; correctedBy: number | null }>();
  for (const { index, assetId, happenedAt, anomalies } of marks)
    rows.set(index, { assetId, happenedAt, anomalies: anomalies.join(','), correctedBy: null });
  for (const { corrected, by, assetId, happenedAt } of corrections)
    rows.set(corrected, { assetId, happenedAt, anomalies: rows.get(corrected)?.anomalies ?? null, correctedBy: by });
  const values = [...rows.values()];
  return write`
    insert into event_marks (block_index, asset_id, happened_milliseconds, anomalies, corrected_by)
    select block_index, t.asset_id, t.happened_milliseconds,
      case when t.anomalies is null then coalesce(known.anomalies, '{}') else string_to_array(t.anomalies, ',') end,
      t.corrected_by
    from unnest(
      ${int8Array([...rows.keys()])}::bigint[], ${textArray(values.map((row) => row.assetId))}::text[],
      ${int8Array(values.map((row) => row.happenedAt))}::bigint[], ${textArray(values.map((row) => row.anomalies))}::text[],
      ${int8Array(values.map((row) => row.correctedBy))}::bigint[]
    ) as t (block_index, asset_id, happened_milliseconds, anomalies, corrected_by)
    left join event_marks as known using (block_index)
    on conflict (block_index) do update set anomalies = excluded.anomalies, corrected_by = coalesce(excluded.corrected_by, event_marks.corrected_by)
  `;
}

/** Returns a look-up of the marks on these blocks. */
export async function readMarks(db: Database, indexes: readonly number[]): Promise<(index: number) => EventMark> {
  if (indexes.length === 0) return () => NO_MARK;
  const rows = await db
    .selectFrom('event_marks')
    .select(['block_index', 'anomalies', 'corrected_by'])
    // As one array: with a parameter for each event, a correction would block the main thread.
    .where(sql<boolean>`block_index = any(${indexes}::bigint[])`)
    .execute();
  const marks = new Map(
    rows.map((row) => [
      row.block_index,
      { anomalies: row.anomalies as Anomaly[], correctedBy: row.corrected_by ?? undefined },
    ]),
  );
  return (index) => marks.get(index) ?? NO_MARK;
}

import { sql } from 'kysely';
import type { Anomaly } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

export type EventMark = { readonly anomalies: Anomaly[]; readonly correctedBy: number | undefined };

const NO_MARK: EventMark = { anomalies: [], correctedBy: undefined };

/** Keeps what is to be said of events, in the transaction of their blocks. */
export function writeMarks(
  db: Database,
  marks: readonly { index: number; assetId: string; anomalies: readonly Anomaly[] }[],
  corrections: readonly { corrected: number; by: number; assetId: string }[],
): Promise<unknown>[] {
  const rows = [
    ...marks.map(({ index, assetId, anomalies }) => ({
      index,
      assetId,
      anomalies: anomalies.join(','),
      correctedBy: null,
    })),
    ...corrections.map(({ corrected, by, assetId }) => ({ index: corrected, assetId, anomalies: '', correctedBy: by })),
  ];
  // One statement for each, in order: a batch may mark an event and correct it.
  return rows.map((row) =>
    sql`
      insert into event_marks (block_index, asset_id, anomalies, corrected_by)
      values (${row.index}, ${row.assetId}, coalesce(string_to_array(nullif(${row.anomalies}, ''), ','), '{}'), ${row.correctedBy})
      on conflict (block_index) do update set corrected_by = coalesce(excluded.corrected_by, event_marks.corrected_by)
    `.execute(db),
  );
}

/** Gives a look-up of the marks on these blocks. */
export async function readMarks(db: Database, indexes: readonly number[]): Promise<(index: number) => EventMark> {
  if (indexes.length === 0) return () => NO_MARK;
  const rows = await db
    .selectFrom('event_marks')
    .select(['block_index', 'anomalies', 'corrected_by'])
    .where('block_index', 'in', indexes)
    .execute();
  const marks = new Map(
    rows.map((row) => [
      row.block_index,
      { anomalies: row.anomalies as Anomaly[], correctedBy: row.corrected_by ?? undefined },
    ]),
  );
  return (index) => marks.get(index) ?? NO_MARK;
}

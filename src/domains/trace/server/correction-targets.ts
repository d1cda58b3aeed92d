import { sql } from 'kysely';
import { readManagers } from '#domains/participants/server/index.ts';
import type { CorrectionTarget } from '#domains/trace/contract/journey/correction-rules.ts';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readMarks } from './event-marks.ts';

/**
 * Reads the events in these blocks, one row each. Most corrections that are refused are refused by this row: reading the
 * histories of their assets let a few callers slow down everyone's appends.
 */
export async function readCorrectionTargets(
  db: Database,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, CorrectionTarget>> {
  if (indexes.length === 0) return new Map();
  const [{ rows }, markOf] = await Promise.all([
    sql<Omit<CorrectionTarget, 'managedBy' | 'corrected'>>`
      select index, data::json ->> 'asset_id' as "assetId", data::json ->> 'action' as action,
        data::json ->> 'user' as participant, data::json ->> 'recordedBy' as "recordedBy"
      from ledger_blocks where index = any(${indexes}::bigint[]) and domain = ${TRACE} and asset_id is not null
    `.execute(db),
    readMarks(db, indexes),
  ]);
  const managerOf = await readManagers(db, [...new Set(rows.map((row) => row.participant))]);
  return new Map(
    rows.map((row) => [
      row.index,
      {
        ...row,
        recordedBy: row.recordedBy ?? undefined,
        managedBy: managerOf.get(row.participant),
        corrected: markOf(row.index).correctedBy !== undefined,
      },
    ]),
  );
}

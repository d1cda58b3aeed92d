import { addSignatures, parseSignatureLines } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from '../checkpoints.ts';

/** The newest cosignatures searched for a checkpoint that enough witnesses share. */
const LOOK_BACK = 10_000;

/** Stores a witness's cosignature of the checkpoint over `size` blocks. An existing one stays. */
export async function storeCosignature(
  db: Database,
  cosignature: { size: number; witness: string; line: string; cosignedAt: string },
): Promise<void> {
  const { cosignedAt, ...row } = cosignature;
  await db
    .insertInto('checkpoint_cosignatures')
    .values({ ...row, cosigned_at: cosignedAt })
    .onConflict((conflict) => conflict.columns(['size', 'witness']).doNothing())
    .execute();
}

/** Returns the last checkpoint, or the one over exactly `size` blocks, with its cosignatures. */
export async function readCosignedNote(
  db: Database,
  size?: number,
): Promise<{ size: number; note: string } | undefined> {
  const checkpoint = await readCheckpoint(db, size);
  if (checkpoint === undefined) return undefined;
  const rows = await db
    .selectFrom('checkpoint_cosignatures')
    .select('line')
    .where('size', '=', checkpoint.size)
    .orderBy('witness')
    .execute();
  const lines = rows.flatMap(({ line }) => parseSignatureLines(line));
  return { size: checkpoint.size, note: lines.length === 0 ? checkpoint.note : addSignatures(checkpoint.note, lines) };
}

/**
 * Returns the newest checkpoint over more than `above` blocks that all named witnesses have cosigned; without names,
 * any one witness.
 */
export async function findCosignedSize(
  db: Database,
  wanted: { names?: readonly string[]; above?: number } = {},
): Promise<number | undefined> {
  const names = [...new Set(wanted.names)];
  // A vkey starts with the name, which contains no `+`.
  const { rows } = await sql<{ size: number }>`
    select size from (
      select size, split_part(witness, '+', 1) as name from checkpoint_cosignatures order by size desc limit ${LOOK_BACK}
    ) as newest
    where size > ${wanted.above ?? 0} and (${names.length} = 0 or name = any(${names}::text[]))
    group by size having count(distinct name) >= ${names.length} order by size desc limit 1
  `.execute(db);
  return rows[0]?.size;
}

/** Returns the best evidence for the blocks up to `above`: the newest cosigned checkpoint, or the last one. */
export async function readBestNote(db: Database, above: number): Promise<{ size: number; note: string } | undefined> {
  return readCosignedNote(db, await findCosignedSize(db, { above }));
}

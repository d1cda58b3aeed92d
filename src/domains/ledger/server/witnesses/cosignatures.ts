import { addSignatures, parseSignatureLines } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from '../checkpoints.ts';

/** How many of the newest cosignatures are looked through for a checkpoint that enough witnesses share. */
const LOOK_BACK = 10_000;

/** Keeps what a witness said of the checkpoint over `size` blocks, as it was first said. */
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

/** The last checkpoint, or the one over exactly `size` blocks, with the cosignatures that it has. */
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

/** The newest checkpoint over more than `above` blocks that all witnesses of these names have cosigned; of none: any one. */
export async function findCosignedSize(
  db: Database,
  wanted: { names?: readonly string[]; above?: number } = {},
): Promise<number | undefined> {
  const names = [...new Set(wanted.names)];
  // A vkey begins with the name, which holds no `+`.
  const { rows } = await sql<{ size: number }>`
    select size from (
      select size, split_part(witness, '+', 1) as name from checkpoint_cosignatures order by size desc limit ${LOOK_BACK}
    ) as newest
    where size > ${wanted.above ?? 0} and (${names.length} = 0 or name = any(${names}::text[]))
    group by size having count(distinct name) >= ${names.length} order by size desc limit 1
  `.execute(db);
  return rows[0]?.size;
}

/** The best evidence that there is for the blocks up to `above`: the newest cosigned checkpoint, else the last one. */
export async function readBestNote(db: Database, above: number): Promise<{ size: number; note: string } | undefined> {
  return readCosignedNote(db, await findCosignedSize(db, { above }));
}

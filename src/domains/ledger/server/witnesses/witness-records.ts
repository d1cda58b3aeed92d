import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** The stored state of a witness. */
export type WitnessRecord = {
  readonly witness: string;
  /** The size that the witness reported as last cosigned; 0 before its first response. */
  readonly knownSize: number;
  readonly failures: number;
  readonly attemptedAt: string | null;
  readonly problem: string | null;
  /** Earliest time of the next request, in milliseconds. */
  readonly nextAt: number;
  readonly cosignedSize: number;
  readonly cosignedAt: string | null;
};

/** Returns the records of these witnesses, in the given order. A witness that was never asked has an empty one. */
export async function readWitnessRecords(db: Database, witnesses: readonly string[]): Promise<WitnessRecord[]> {
  const { rows } = await sql<Omit<WitnessRecord, 'nextAt'> & { nextAt: string }>`
    select asked.witness, coalesce(known_size, 0) as "knownSize", coalesce(failures, 0) as failures,
           attempted_at as "attemptedAt", problem,
           (extract(epoch from greatest(next_at, 'epoch'::timestamptz)) * 1000)::bigint::text as "nextAt",
           coalesce(last.size, 0) as "cosignedSize", last.cosigned_at as "cosignedAt"
    from unnest(${witnesses}::text[]) with ordinality as asked (witness, n)
    left join ledger_witnesses as kept on kept.witness = asked.witness
    left join lateral (
      select size, cosigned_at from checkpoint_cosignatures where checkpoint_cosignatures.witness = asked.witness
      order by size desc limit 1
    ) as last on true
    order by n
  `.execute(db);
  return rows.map((row) => ({ ...row, nextAt: Number(row.nextAt ?? 0) }));
}

/** Stores the outcome of a request to a witness. */
export async function writeWitnessRecord(
  db: Database,
  record: { witness: string; knownSize: number; failures: number; problem: string | null; at: number; nextAt: number },
): Promise<void> {
  const { witness, knownSize, failures, problem } = record;
  const [attemptedAt, nextAt] = [new Date(record.at).toISOString(), new Date(record.nextAt).toISOString()];
  await sql`
    insert into ledger_witnesses (witness, known_size, failures, attempted_at, next_at, problem)
    values (${witness}, ${knownSize}, ${failures}, ${attemptedAt}, ${nextAt}, ${problem})
    on conflict (witness) do update
    set known_size = excluded.known_size, failures = excluded.failures, attempted_at = excluded.attempted_at,
        next_at = excluded.next_at, problem = excluded.problem
  `.execute(db);
}

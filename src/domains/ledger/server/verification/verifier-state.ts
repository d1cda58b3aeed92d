import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { ChainFault } from './check-blocks.ts';

/** The state that the signing process stored last, for processes without their own verifier. */
export type VerifierRecord = {
  readonly verifiedLength: number;
  readonly checkedAt: string;
  /** Seconds since `checkedAt` by the database's clock; negative when it is in the future. */
  readonly ageSeconds: number;
  readonly fault: ChainFault | undefined;
};

const LEASE_SECONDS = 10;

/**
 * Acquires or renews the right to sign for ten seconds. Returns false while another process holds it. Ignores a lease
 * that ends later than that: no verifier wrote it.
 */
export async function takeLease(db: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_verifier set holder = ${holder}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where holder = ${holder}::uuid or lease_until < clock_timestamp()
      or lease_until > clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Lets another process sign immediately. */
export async function releaseLease(db: Database, holder: string): Promise<void> {
  await sql`update ledger_verifier set lease_until = '-infinity' where holder = ${holder}::uuid`.execute(db);
}

export async function readVerifierRecord(db: Database): Promise<VerifierRecord> {
  const row = await db
    .selectFrom('ledger_verifier')
    .select(['verified_length', 'checked_at', 'problem', 'problem_index'])
    .select(sql<number>`extract(epoch from clock_timestamp() - checked_at)::float8`.as('age'))
    .executeTakeFirstOrThrow();
  return {
    verifiedLength: row.verified_length,
    checkedAt: row.checked_at,
    ageSeconds: row.age,
    fault: row.problem === null ? undefined : { index: row.problem_index ?? 0, message: row.problem },
  };
}

/** Stores the verdict with the current time. */
export async function writeVerdict(db: Database, fault: ChainFault | undefined): Promise<void> {
  await sql`
    update ledger_verifier
    set checked_at = clock_timestamp(), problem = ${fault?.message ?? null}, problem_index = ${fault?.index ?? null}
  `.execute(db);
}

/** Stores how many blocks are verified and signed, in the transaction of their checkpoint. */
export async function writeVerifiedLength(tx: Database, length: number): Promise<void> {
  await tx.updateTable('ledger_verifier').set({ verified_length: length }).execute();
}

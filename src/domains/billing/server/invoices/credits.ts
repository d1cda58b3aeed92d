import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Reads the credit of accounts in cents. */
export async function readCredits(db: Database, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; cents: number }>`
    select account_id as "accountId", sum(cents)::bigint as cents from billing_credits
    where account_id = any(${accountIds}::uuid[]) group by 1
  `.execute(db);
  return new Map(rows.map(({ accountId, cents }) => [accountId, cents]));
}

export type NewCredit = {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly cents: number;
  readonly at: number;
};

/** Adds to the credit of accounts, or subtracts from it if negative. */
export async function addCredits(
  tx: Database,
  why: 'overpaid' | 'credit_note' | 'used' | 'returned',
  credits: readonly NewCredit[],
): Promise<void> {
  if (credits.length === 0) return;
  await sql`
    insert into billing_credits (account_id, cents, why, invoice_id, at)
    select "accountId", cents, ${why}, "invoiceId", to_timestamp(at)
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as given ("accountId" uuid, "invoiceId" text, cents bigint, at float8)
  `.execute(tx);
}

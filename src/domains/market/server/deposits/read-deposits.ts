import { sql } from 'kysely';
import { cashOwed, type Deposit } from '#domains/market/contract.ts';
import { type PaymentRow, readClosingReasons, showPayments } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { byteaArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Party } from '../trading/trading-request.ts';

/** Reads what an account owes, in cents: the amount that was taken back and is missing from its cash. */
export const readOwed = async (db: Database, custodyId: Buffer): Promise<number> =>
  (await readOwedOf(db, [custodyId])).get(custodyId.toString('hex')) ?? 0;

/** Reads what accounts owe, in cents, by the custody in hex. */
export async function readOwedOf(db: Database, custodyIds: readonly Buffer[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select encode(custody_id, 'hex') as id, sum(moved_cents - due_cents)::bigint as cents from market_deposits
    where custody_id = any(${byteaArray(custodyIds)}::bytea[]) and moved_cents > due_cents group by custody_id
  `.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Returns what an account owes now, in cents, by its custody in hex; undefined if nothing. */
export type OwedBy = (custody: string) => Promise<number | undefined>;

/**
 * Refuses to spend while something is owed. A purchase at the same moment as cash is taken back leaves more owed, and nothing below
 * zero.
 *
 * @throws AppError `market.cash_owed`
 */
export async function requireNothingOwed(
  { owedBy }: { readonly owedBy: OwedBy },
  { custody }: Pick<Party, 'custody'>,
): Promise<void> {
  const owed = (await owedBy(custody)) ?? 0;
  if (owed > 0)
    throw new AppError(cashOwed, `A deposit was taken back, and ${formatCents(owed)} of it is missing.`, {
      hint: 'Deposit as much, or sell shares: incoming cash covers it first.',
    });
}

/** Returns payments with what they brought to the cash of their account, and why they were closed. With `ofPeople`, also as administrators stated it. */
export async function describeDeposits(
  db: Database,
  rows: readonly PaymentRow[],
  shown: { ofPeople: boolean },
): Promise<Deposit[]> {
  const { rows: dues } = await sql<{ id: string; due: number; moved: number }>`
    select payment_id as id, due_cents as due, moved_cents as moved from market_deposits
    where payment_id = any(${rows.map(({ paymentId }) => paymentId)}::text[])
  `.execute(db);
  const known = new Map(dues.map(({ id, ...due }) => [id, due]));
  const [payments, reasons] = [await showPayments(db, rows), await readClosingReasons(db, rows, shown)];
  return payments.map((payment, n) => {
    const { due = 0, moved = 0 } = known.get(payment.id) ?? {};
    const row = rows[n];
    const left = row?.state === 'completed' && row.reverses === null ? row.amountCents - row.reversedCents : 0;
    return { payment, cash: due / 100, moved: moved / 100, left: left / 100, reason: reasons.get(payment.id) ?? null };
  });
}

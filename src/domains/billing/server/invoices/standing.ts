import { sql } from 'kysely';
import { divideHalfEven, type Period } from '#domains/billing/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** An invoice of a period with the parts that are not, or no longer, charged. Amounts in cents. */
type Invoiced = {
  readonly start: number;
  readonly netCents: number;
  readonly grossCents: number;
  /** The amount given back by credit notes, without tax. */
  readonly notesCents: number;
  /** The amount left to pay of an uncollectible invoice. */
  readonly lostCents: number;
};

/**
 * Returns the charge that remains for the rest of a period, without tax: each of its invoices pays evenly for the time until the end, less what was voided,
 * credited, or given up unpaid. Undefined if all that was invoiced stays charged: the rest then costs its price at the terms.
 */
export async function readStanding(
  db: Database,
  accountId: string,
  period: Period,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<Invoiced>`
    select extract(epoch from i.period_start)::bigint as start, i.gross_cents as "grossCents",
      coalesce((i.document->'totals'->>'netCents')::bigint, i.gross_cents) as "netCents",
      coalesce((
        select sum((n.document->'totals'->>'netCents')::bigint) from billing_invoices n where n.preceding = i.invoice_id
      ), 0)::bigint as "notesCents",
      case i.state when 'void' then i.gross_cents
        when 'uncollectible' then greatest(0, i.gross_cents - i.credit_cents - i.credited_cents - i.paid_cents)
        else 0 end as "lostCents"
    from billing_invoices i
    where i.account_id = ${accountId} and i.kind = 'invoice' and i.period_end = to_timestamp(${period.end}::float8)
      and i.period_start >= to_timestamp(${period.start}::float8)
  `.execute(db);
  if (rows.every(({ notesCents, lostCents }) => notesCents === 0 && lostCents === 0)) return undefined;
  return rows.reduce((sum, one) => {
    const share = (cents: number, of: number, whole: number) =>
      Number(divideHalfEven(BigInt(cents) * BigInt(of), BigInt(Math.max(1, whole))));
    const lost = share(one.netCents, one.lostCents, one.grossCents);
    const stands = Math.max(0, one.netCents - lost - one.notesCents);
    return sum + share(stands, Math.max(0, period.end - now), period.end - one.start);
  }, 0);
}

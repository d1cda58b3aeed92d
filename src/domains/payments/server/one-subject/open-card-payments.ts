import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { OneSubject } from './settings.ts';

/** A card payment that waits for a step of the cardholder or of the provider. `cents` is without the fee of the method. */
export type OpenCardPayment = {
  readonly paymentId: string;
  readonly subject: string;
  readonly cents: number;
  /** The block that opened it. */
  readonly openedIndex: number;
};

type Page = { readonly subject?: string | undefined; readonly after?: number; readonly limit: number };

/** Reads the card payments of a kind, or of one subject, that wait: the oldest that were opened behind the block `after`. */
export async function readOpenCardPayments(
  db: Database,
  { kind }: Pick<OneSubject, 'kind'>,
  { subject, after = -1, limit }: Page,
): Promise<OpenCardPayment[]> {
  const { rows } = await sql<OpenCardPayment>`
    select payment_id as "paymentId", subject, amount_cents - method_fee_cents as cents, opened_index as "openedIndex" from payments
    where kind = ${kind} and state = 'pending' and method = 'fiat' and opened_index > ${after}
      and (${subject ?? null}::text is null or subject = ${subject ?? null})
    order by opened_index limit ${limit}
  `.execute(db);
  return rows;
}

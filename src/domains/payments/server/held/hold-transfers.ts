import { sql } from 'kysely';
import { centsOfUsdc, centsOfWei } from '../digital/amounts.ts';
import type { Digital } from '../digital/digital.ts';
import { findDigitalPayment } from '../digital/digital-rows.ts';
import { DamagedTransfers } from '../digital/paid-transfers.ts';
import { readStatedQuotes } from '../digital/quotes.ts';
import { findRateAt } from '../digital/rate-blocks.ts';
import type { PaidTransfer } from '../digital/receipts.ts';
import { quoteOf } from '../digital/verify-transaction.ts';
import { insertHeld } from './held-money.ts';

const TRANSFERS_AT_ONCE = 200;

/** Returns the origin that identifies a transfer among held money. */
export const originOf = (one: { chainId: number; hash: string; position: number }): string =>
  `${one.chainId}:${one.hash}:${one.position}`;

/**
 * Holds transfers that no rule could assign, once the chain can no longer take them back and no payment waits for them. Money of a
 * payment that is still pending is decided with that payment. Less than a cent is ignored.
 */
export async function holdTransfers({ database }: Pick<Digital, 'database'>): Promise<void> {
  const { rows } = await sql<Transfer & { cameFor: string | null }>`
    select ${transfer}, p.payment_id as "cameFor" from digital_receipts r left join payments p on p.payment_id = r.payment_id
    where r.state = 'unassigned' and r.is_final and coalesce(p.state, 'failed') <> 'pending'
    and not exists (
      select 1 from held_money h where h.origin = r.chain_id || ':' || r.tx_hash || ':' || r.log_position
    )
    order by r.seen_at limit ${TRANSFERS_AT_ONCE}
  `.execute(database);
  for (const row of rows) {
    const { cents } = (await pricedAtArrival(database, row)) ?? { cents: 0 };
    if (cents < 1) continue;
    const { method, cameFor } = row;
    await insertHeld(database, { method, origin: originOf(row), cents, cameFor, arrivedAt: Date.parse(row.at) });
  }
}

type Transfer = {
  readonly chainId: number;
  readonly hash: `0x${string}`;
  readonly position: number;
  readonly method: 'usdc' | 'eth';
  readonly units: string;
  readonly at: string;
  /** The payment that its reference names. */
  readonly payment: string | null;
};

const transfer = sql`
  r.chain_id as "chainId", r.tx_hash as hash, r.log_position as position, r.method, r.units::text as units, r.block_at as at,
  r.payment_id as payment
`;

/**
 * Returns a transfer with its worth when it arrived. ETH that arrived within a quote of its payment has the price of the quote. Other ETH
 * has the price of that time, or else the first one after.
 */
async function pricedAtArrival(
  database: Digital['database'],
  { chainId, hash, position, method, units: text, at, payment }: Transfer,
): Promise<(PaidTransfer & { readonly cents: number }) | undefined> {
  const units = BigInt(text);
  const key = { chainId, hash, position, units };
  if (method === 'usdc') return { ...key, cents: centsOfUsdc(units) };
  const quoted = payment === null ? undefined : await findDigitalPayment(database, payment);
  const quote = quoted && quoteOf(await readStatedQuotes(database, quoted), Date.parse(at));
  const rate = quote?.rate ?? (await findRateAt(database, Date.parse(at)));
  return rate === undefined ? undefined : { ...key, cents: centsOfWei(units, rate.centsPerEth), rate };
}

/**
 * Reads the transfer that brought held money.
 *
 * @throws DamagedTransfers unless it is worth the cents
 */
export async function readTransferOf(
  database: Digital['database'],
  { origin, cents }: { readonly origin: string; readonly cents: number },
): Promise<PaidTransfer> {
  const { rows } = await sql<Transfer>`
    select ${transfer} from digital_receipts r where r.chain_id || ':' || r.tx_hash || ':' || r.log_position = ${origin}
      and r.tx_hash = split_part(${origin}, ':', 2)
  `.execute(database);
  const priced = rows[0] && (await pricedAtArrival(database, rows[0]));
  if (priced?.cents !== cents) throw new DamagedTransfers(origin);
  return priced;
}

/** Marks the transfer of held money as decided, so that it is no longer listed. */
export async function markTransfer(database: Digital['database'], origin: string, state: 'assigned' | 'returned') {
  await sql`
    update digital_receipts set state = ${state}
    where state = 'unassigned' and chain_id || ':' || tx_hash || ':' || log_position = ${origin}
  `.execute(database);
}

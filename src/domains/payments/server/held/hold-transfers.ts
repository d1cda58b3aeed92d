import { sql } from 'kysely';
import { centsOfUsdc, centsOfWei } from '../digital/amounts.ts';
import type { Digital } from '../digital/digital.ts';
import { findRateAt } from '../digital/rate-blocks.ts';
import { insertHeld } from './held-money.ts';

const TRANSFERS_AT_ONCE = 200;

/** How a transfer is named among held money. */
export const originOf = (one: { chainId: number; hash: string; position: number }): string =>
  `${one.chainId}:${one.hash}:${one.position}`;

type Waiting = {
  readonly chainId: number;
  readonly hash: string;
  readonly position: number;
  readonly method: 'usdc' | 'eth';
  readonly units: string;
  readonly cents: number | null;
  readonly paymentId: string | null;
  readonly at: string;
};

/**
 * Holds transfers that no rule could assign, once the chain can no longer take them back and no payment waits for them. Money of a
 * payment that is still pending is decided with that payment. Less than a cent is not money.
 */
export async function holdTransfers({ database }: Pick<Digital, 'database'>): Promise<void> {
  const { rows } = await sql<Waiting>`
    select r.chain_id as "chainId", r.tx_hash as hash, r.log_position as position, r.method, r.units::text as units, r.cents,
      p.payment_id as "paymentId", r.block_at as at
    from digital_receipts r left join payments p on p.payment_id = r.payment_id
    where r.state = 'unassigned' and r.is_final and coalesce(p.state, 'failed') <> 'pending'
    and not exists (
      select 1 from held_money h where h.origin = r.chain_id || ':' || r.tx_hash || ':' || r.log_position
    )
    order by r.seen_at limit ${TRANSFERS_AT_ONCE}
  `.execute(database);
  for (const row of rows) {
    const cents = row.cents ?? (await worthOf(database, row));
    if (cents === undefined || cents < 1) continue;
    const { method, paymentId: cameFor } = row;
    await insertHeld(database, { method, origin: originOf(row), cents, cameFor, arrivedAt: Date.parse(row.at) });
  }
}

async function worthOf(database: Digital['database'], { method, units, at }: Waiting): Promise<number | undefined> {
  if (method === 'usdc') return centsOfUsdc(BigInt(units));
  const rate = await findRateAt(database, Date.parse(at));
  return rate === undefined ? undefined : centsOfWei(BigInt(units), rate.centsPerEth);
}

/** Marks the transfer of held money as decided, so that it is no longer listed. */
export async function markTransfer(database: Digital['database'], origin: string, state: 'assigned' | 'returned') {
  await sql`
    update digital_receipts set state = ${state}
    where state = 'unassigned' and chain_id || ':' || tx_hash || ':' || log_position = ${origin}
  `.execute(database);
}

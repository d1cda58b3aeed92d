import { sql } from 'kysely';
import type { Digital } from '../digital/digital.ts';
import { insertHeld } from './held-money.ts';

const TRANSFERS_AT_ONCE = 200;
const CENT_IN_USDC = 10_000n;
const WEI = 10n ** 18n;

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
  /** The price of ETH when it arrived, or else the first one after. */
  readonly centsPerEth: number | null;
};

/**
 * Holds transfers that no rule could assign, once the chain can no longer take them back and no payment waits for them. Money of a
 * payment that is still pending is decided with that payment. Less than a cent is not money.
 */
export async function holdTransfers({ database }: Pick<Digital, 'database'>): Promise<void> {
  const { rows } = await sql<Waiting>`
    select r.chain_id as "chainId", r.tx_hash as hash, r.log_position as position, r.method, r.units::text as units, r.cents,
      p.payment_id as "paymentId", r.block_at as at, coalesce(
        (select cents_per_eth from eth_rates where set_at <= r.block_at order by set_at desc, rate_id desc limit 1),
        (select cents_per_eth from eth_rates order by set_at, rate_id limit 1)
      ) as "centsPerEth"
    from digital_receipts r left join payments p on p.payment_id = r.payment_id
    where r.state = 'unassigned' and r.is_final and coalesce(p.state, 'failed') <> 'pending'
    and not exists (
      select 1 from held_money h where h.origin = r.chain_id || ':' || r.tx_hash || ':' || r.log_position
    )
    order by r.seen_at limit ${TRANSFERS_AT_ONCE}
  `.execute(database);
  for (const row of rows) {
    const cents = row.cents ?? worthOf(row);
    if (cents === undefined || cents < 1) continue;
    const { method, paymentId: cameFor } = row;
    await insertHeld(database, { method, origin: originOf(row), cents, cameFor, arrivedAt: Date.parse(row.at) });
  }
}

function worthOf({ method, units, centsPerEth }: Waiting): number | undefined {
  if (method === 'usdc') return Number(BigInt(units) / CENT_IN_USDC);
  return centsPerEth === null ? undefined : Number((BigInt(units) * BigInt(centsPerEth)) / WEI);
}

/** Marks the transfer of held money as decided, so that it is no longer listed. */
export async function markTransfer(database: Digital['database'], origin: string, state: 'assigned' | 'returned') {
  await sql`
    update digital_receipts set state = ${state}
    where state = 'unassigned' and chain_id || ':' || tx_hash || ':' || log_position = ${origin}
  `.execute(database);
}

import { sql } from 'kysely';
import { byteaArray, int8Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { bytesOf, hexOf } from '../calls/call-rows.ts';
import { EVERYTHING } from '../calls/halted.ts';
import type { Altered } from './compare-open-orders.ts';
import type { TradingReplay } from './replay-trading.ts';

/** Differences of each kind that are returned. One of a token is enough to halt it. */
const DIFFERENCES_MAX = 50;

/**
 * Finds open orders, cash and shares whose rows differ from a replay of all blocks up to the same head: also a row that was removed, or an
 * order that was closed in the tables alone.
 */
export async function compareWithStated(tx: Database, replay: TradingReplay): Promise<Altered[]> {
  const [cash, shares] = statedBalances(replay);
  return [
    ...(await compareOpenOrders(tx, replay)),
    ...(await compareBalances(tx, 'cash', cash)),
    ...(await compareBalances(tx, 'shares', shares)),
  ];
}

async function compareOpenOrders(tx: Database, { open }: TradingReplay): Promise<Altered[]> {
  const orders = [...open.values()];
  const { rows } = await sql<{ orderId: number; tokenId: number; stated: number; kept: number }>`
    select coalesce(id, order_id) as "orderId", coalesce(token, token_id) as "tokenId", coalesce(stated.open, 0) as stated,
      coalesce(kept.open, 0) as kept
    from unnest(
      ${int8Array(orders.map(({ order }) => order.orderId))}::bigint[], ${int8Array(orders.map(({ tokenId }) => tokenId))}::bigint[],
      ${int8Array(orders.map(({ order, filled, returned }) => order.shares - filled - returned))}::bigint[]
    ) as stated (id, token, open) full join (select order_id, token_id, open from market_orders where open > 0) as kept on order_id = id
    where (token, stated.open) is distinct from (token_id, kept.open::bigint) order by 1 limit ${DIFFERENCES_MAX}
  `.execute(tx);
  return rows.map(({ orderId, tokenId, stated, kept }) => ({
    tokenId,
    problem: `order ${orderId} is stored with ${kept} open shares, and the blocks leave ${stated}`,
  }));
}

/** `tokenId` is `EVERYTHING` for cash, whose differences halt all trading. */
type Stated = { readonly address: string; readonly tokenId: number; free: number; held: number };

/** Returns the balances of a replay by account: those of cash, and those of shares. */
function statedBalances({ balances }: TradingReplay): readonly [cash: readonly Stated[], shares: readonly Stated[]] {
  const stated = new Map<string, Stated>();
  for (const [key, amount] of balances) {
    const [address = '', asset = '', part = ''] = key.split(' ');
    const name = `${address} ${asset}`;
    const tokenId = asset === 'cash' ? EVERYTHING : Number(asset);
    const one = stated.get(name) ?? { address, tokenId, free: 0, held: 0 };
    one[part as 'free' | 'held'] += amount;
    stated.set(name, one);
  }
  const isCash = ({ tokenId }: Stated) => tokenId === EVERYTHING;
  const all = [...stated.values()];
  return [all.filter(isCash), all.filter((one) => !isCash(one))];
}

const kept = {
  cash: sql`select 0::bigint as token, address, free_cents as free, held_cents as held from market_cash join market_accounts using (custody_id)`,
  shares: sql`
    select token_id as token, address, (shares - held)::bigint as free, held::bigint as held
    from market_holdings join market_accounts using (custody_id)
  `,
};

async function compareBalances(tx: Database, kind: keyof typeof kept, own: readonly Stated[]): Promise<Altered[]> {
  const { rows } = await sql<{ token: number; address: Buffer; stated: string; kept: string }>`
    select coalesce(stated.token, kept.token) as token, coalesce(stated.address, kept.address) as address,
      concat_ws(' and ', coalesce(stated.free, 0), coalesce(stated.held, 0)) as stated,
      concat_ws(' and ', coalesce(kept.free, 0), coalesce(kept.held, 0)) as kept
    from unnest(
      ${int8Array(own.map(({ tokenId }) => tokenId))}::bigint[],
      ${byteaArray(own.map(({ address }) => bytesOf(address as `0x${string}`)))}::bytea[],
      ${int8Array(own.map(({ free }) => free))}::bigint[], ${int8Array(own.map(({ held }) => held))}::bigint[]
    ) as stated (token, address, free, held)
      full join (${kept[kind]}) as kept on kept.token = stated.token and kept.address = stated.address
    where (coalesce(stated.free, 0), coalesce(stated.held, 0)) <> (coalesce(kept.free, 0), coalesce(kept.held, 0))
    order by 1, 2 limit ${DIFFERENCES_MAX}
  `.execute(tx);
  return rows.map(({ token, address, ...amounts }) => ({
    tokenId: token,
    problem: `${hexOf(address)} is stored with ${amounts.kept} ${kind === 'cash' ? 'cents' : 'shares'} free and held, and the blocks state ${amounts.stated}`,
  }));
}

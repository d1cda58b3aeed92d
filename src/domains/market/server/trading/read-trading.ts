import { sql } from 'kysely';
import { byteaArray, int8Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { custodyAddress } from '../holders.ts';
import type { Order } from './book/order.ts';
import { OrderBook } from './book/order-book.ts';
import type { Movement } from './book/settlement.ts';
import type { Altered, createOrderComparison } from './compare-open-orders.ts';
import { movementsOf } from './moves/judge-move.ts';
import type { StoredBalance } from './moves-in-flight.ts';
import type { TradingRequest } from './trading-request.ts';
import { balanceKey, type TokenBook } from './trading-state.ts';

/** The number of no token: the index of a block is not negative. */
const NO_TOKEN = -1;

/**
 * Reads the order books of these tokens, and the issues and open orders whose rows differ from their blocks: the books of those must not be
 * traded. A token that was never issued has no book.
 */
export async function readTokenBooks(
  db: Database,
  tokenIds: readonly number[],
  compare: ReturnType<typeof createOrderComparison>,
): Promise<{ readonly books: readonly TokenBook[]; readonly altered: readonly Altered[] }> {
  if (tokenIds.length === 0) return { books: [], altered: [] };
  const wanted = int8Array(tokenIds);
  const [issues, orders] = await Promise.all([
    sql<{
      tokenId: number;
      propertyId: string;
      issuer: Buffer;
      basisPoints: number;
      isPublic: boolean;
      minimumPurchase: number;
      kept: string;
      stated: string | null;
    }>`
      select token_id as "tokenId", property_id as "propertyId", royalty_receiver as issuer, royalty_basis_points as "basisPoints",
        is_public as "isPublic", minimum_purchase as "minimumPurchase",
        concat_ws(' ', property_id, royalty_basis_points, is_public::text, minimum_purchase) as kept,
        concat_ws(' ', d->>'property_id', d->>'royalty_basis_points', d->>'public', d->>'minimum_purchase', d->>'royalty_receiver') as stated
      from market_issues left join ledger_blocks on index = token_id and action = 'market.issued'
        left join lateral (select data::jsonb as d) as block on true
      where token_id = any(${wanted}::bigint[])
    `.execute(db),
    sql<Omit<Order, 'account'> & { tokenId: number; custody: Buffer; seconds: number }>`
      select order_id as "orderId", token_id as "tokenId", custody_id as custody, side, shares, price_cents as price, remainder, open,
        extract(epoch from expires_at)::bigint as seconds
      from market_orders where token_id = any(${wanted}::bigint[]) and open > 0 order by order_id
    `.execute(db),
  ]);
  const altered = [...(await compare(orders.rows)), ...issues.rows.flatMap(findAlteredIssue)];
  const byToken = Map.groupBy(orders.rows, ({ tokenId }) => tokenId);
  const books = issues.rows.map(({ issuer, basisPoints, kept: _, stated: __, ...issue }) => {
    const book = new OrderBook();
    for (const { tokenId: _, custody, seconds, ...order } of byToken.get(issue.tokenId) ?? [])
      book.restore({ ...order, account: custody.toString('hex'), expiresAt: seconds * 1000 });
    return { ...issue, royalty: { issuer: issuer.toString('hex'), basisPoints }, book, leaving: [] };
  });
  return { books, altered };
}

/** Finds an issue whose terms of trading differ from its block. Without a block, there are none. */
function findAlteredIssue({
  tokenId,
  issuer,
  kept,
  stated,
}: {
  readonly tokenId: number;
  readonly issuer: Buffer;
  readonly kept: string;
  readonly stated: string | null;
}): Altered[] {
  const whole = `${kept} ${custodyAddress(issuer)}`;
  return whole === stated
    ? []
    : [{ tokenId, problem: `the issue is stored as ${whole}, and its block states ${stated}` }];
}

/** Reads the balances of the requests' accounts in the assets that they move. An account without a row has nothing. */
export async function readBalances(
  db: Database,
  requests: readonly TradingRequest[],
): Promise<Map<string, StoredBalance>> {
  const asking = requests.flatMap(takenBy);
  const balances = new Map<string, StoredBalance>();
  if (asking.length === 0) return balances;
  const custodies = byteaArray(asking.map(({ account }) => Buffer.from(account, 'hex')));
  const tokens = int8Array(asking.map(({ asset }) => (asset === 'cash' ? NO_TOKEN : asset)));
  const [cash, shares] = await Promise.all([
    sql<{ custody: Buffer; free: number; held: number; changedIndex: number }>`
      select custody_id as custody, free_cents as free, held_cents as held, changed_index as "changedIndex"
      from market_cash where custody_id = any(${custodies}::bytea[])
    `.execute(db),
    sql<{ custody: Buffer; tokenId: number; free: number; held: number; changedIndex: number }>`
      select custody_id as custody, token_id as "tokenId", shares - held as free, held, changed_index as "changedIndex"
      from market_holdings join (
        select distinct * from unnest(${tokens}::bigint[], ${custodies}::bytea[]) as wanted (token_id, custody_id)
      ) as wanted using (token_id, custody_id)
    `.execute(db),
  ]);
  for (const { account, asset } of asking)
    for (const one of ['cash', asset] as const)
      balances.set(balanceKey(account, one), { free: 0, held: 0, changedIndex: -1 });
  for (const { custody, ...balance } of cash.rows) balances.set(balanceKey(custody.toString('hex'), 'cash'), balance);
  for (const { custody, tokenId, ...balance } of shares.rows)
    balances.set(balanceKey(custody.toString('hex'), tokenId), balance);
  return balances;
}

/** Returns the accounts and assets that a request may take from. */
function takenBy(request: TradingRequest): Pick<Movement, 'account' | 'asset'>[] {
  if (request.kind === 'place') return [{ account: request.party.custody, asset: request.tokenId }];
  if (request.kind === 'move') return movementsOf(request).filter(({ amount }) => amount < 0);
  return [];
}

/**
 * Reads which of the buyers may receive shares that are not public. Read for each batch and not cached: a buyer that was just allowed would
 * be refused until another block makes this process read the tables again.
 */
export async function readAllowedBuyers(
  db: Database,
  requests: readonly TradingRequest[],
  tokens: ReadonlyMap<number, TokenBook>,
): Promise<ReadonlySet<string>> {
  const buying = requests.flatMap((one) =>
    one.kind === 'place' && one.order.side === 'buy' && tokens.get(one.tokenId)?.isPublic === false ? [one] : [],
  );
  if (buying.length === 0) return new Set();
  const { rows } = await sql<{ tokenId: number; custody: Buffer }>`
    select token_id as "tokenId", custody_id as custody from market_receivers join (
      select distinct * from unnest(
        ${int8Array(buying.map(({ tokenId }) => tokenId))}::bigint[],
        ${byteaArray(buying.map(({ party }) => Buffer.from(party.custody, 'hex')))}::bytea[]
      ) as wanted (token_id, custody_id)
    ) as wanted using (token_id, custody_id) where is_allowed
  `.execute(db);
  return new Set(rows.map(({ tokenId, custody }) => balanceKey(custody.toString('hex'), tokenId)));
}

/**
 * Reads the positions of the next call and settlement; the halted tokens, which are all if a contract refused a call or cash differs; and how
 * long the oldest call has waited for the network.
 */
export async function readNext(db: Database, chainId: number) {
  const { rows } = await sql<{
    nonce: number;
    sequence: number;
    isHalted: boolean;
    halted: number[];
    since: number | null;
    seconds: number | null;
  }>`
    select (select coalesce(max(nonce) + 1, 0) from market_calls where chain_id = ${chainId}) as nonce,
      (select coalesce(max(sequence) + 1, 1) from market_calls) as sequence,
      exists (select 1 from market_calls where state = 'failed')
        or exists (select 1 from market_halts where token_id = 0) as "isHalted",
      array(select token_id from market_halts) as halted, oldest.since, oldest.seconds
    from (select 1) as one left join lateral (
      select (extract(epoch from stored_at) * 1000)::bigint as since, extract(epoch from now() - stored_at)::bigint as seconds
      from market_calls where state in ('queued', 'sent') order by nonce limit 1
    ) as oldest on true
  `.execute(db);
  const { nonce = 0, sequence = 1, isHalted = false, halted = [], since, seconds } = rows[0] ?? {};
  const oldest = since == null || seconds == null ? undefined : { since, seconds };
  return { nonce, sequence, isHalted, halted: new Set(halted.map(Number)), oldest };
}

import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Market } from '../open-market.ts';
import { explainDifference } from '../wallets/explain-difference.ts';
import { hexOf } from './call-rows.ts';
import { findWrongSettlements } from './compare-results.ts';
import { EVERYTHING, halt } from './halted.ts';
import type { MarketChain } from './market-chain.ts';

type Services = {
  readonly database: Database;
  readonly network: Pick<MarketChain, 'chain' | 'find'>;
  readonly log: Log;
};

const INTERVAL_MILLISECONDS = 60_000;
/** Holdings, accounts with cash, and open orders that one round compares. The next round continues behind them. */
const PAGE = 200;
const UNITS_PER_CENT = 10_000n;

/** The position behind the rows that the last round compared. */
export type Place = {
  readonly tokenId: number;
  readonly holder: Buffer;
  readonly account: Buffer;
  readonly orderId: number;
};

export const FIRST_PLACE: Place = { tokenId: -1, holder: Buffer.alloc(0), account: Buffer.alloc(0), orderId: -1 };

/**
 * Compares a part of all holdings, cash and open orders with the contracts, and halts what differs. Repairs nothing. Skips rows that a call
 * which is not final has moved, so it works while others trade; those are compared in a later round. Returns where the next round
 * continues.
 *
 * @throws AppError, RpcError if the network does not answer
 */
export async function reconcile(services: Services, from: Place): Promise<Place> {
  const { database, network } = services;
  // In one snapshot: a change that an order makes after the first query would be here, and not on the network yet.
  const stored = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const settled = await readSettled(snapshot);
      return settled === undefined ? undefined : { ...(await readPart(snapshot, from, settled)), settled };
    });
  if (stored === undefined) return from;
  const { holdings, cash, orders, settled } = stored;
  const { client, shares, market, propertyShares, shareMarket } = await openContracts(network);
  // A settlement that the contract refused could otherwise be stored as executed.
  for (const problem of await findWrongSettlements(database, network.chain, market))
    await halt(services, EVERYTHING, problem);
  const onMarket = { address: market, abi: shareMarket.abi } as const;
  const balances =
    holdings.length === 0
      ? []
      : await client.readContract({
          address: shares,
          abi: propertyShares.abi,
          functionName: 'balanceOfBatch',
          args: [holdings.map(({ address }) => hexOf(address)), holdings.map(({ tokenId }) => BigInt(tokenId))],
        });
  const held: bigint[] = [];
  for (const { address, tokenId } of holdings)
    held.push(
      await client.readContract({ ...onMarket, functionName: 'held', args: [hexOf(address), BigInt(tokenId)] }),
    );
  const units: bigint[] = [];
  for (const { address } of cash)
    units.push(await client.readContract({ ...onMarket, functionName: 'cashOf', args: [hexOf(address)] }));
  const there: { open: bigint; price: bigint }[] = [];
  for (const { orderId } of orders)
    there.push(await client.readContract({ ...onMarket, functionName: 'order', args: [BigInt(orderId)] }));

  // A row that changed during the requests may be ahead of the network's answer.
  const now = await readPart(database, from, settled);
  const isSame = stillThere(now);
  for (const [n, { tokenId, address, amount, held: here, ...row }] of holdings.entries()) {
    if (!isSame(row)) continue;
    const whose = hexOf(address);
    if (
      balances[n] !== BigInt(amount) &&
      (await explainDifference(services, { tokenId, address: whose })) === 'unexplained'
    )
      await halt(services, tokenId, `${whose} holds ${amount} shares here and ${balances[n]} on the network`);
    if (held[n] !== BigInt(here))
      await halt(services, tokenId, `${whose} offers ${here} shares here and ${held[n]} on the network`);
  }
  for (const [n, { address, amount, ...row }] of cash.entries())
    if (isSame(row) && units[n] !== BigInt(amount) * UNITS_PER_CENT)
      await halt(
        services,
        EVERYTHING,
        `${hexOf(address)} has ${amount} cents here and ${units[n]} units on the network`,
      );
  for (const [n, { orderId, tokenId, open, price, ...row }] of orders.entries())
    if (isSame(row) && (there[n]?.open !== BigInt(open) || there[n]?.price !== BigInt(price)))
      await halt(
        services,
        tokenId,
        `order ${orderId} is for ${open} shares at ${price} cents here and ${there[n]?.open} at ${there[n]?.price} on the network`,
      );
  const [holding, account, order] = [holdings[PAGE - 1], cash[PAGE - 1], orders[PAGE - 1]];
  return {
    tokenId: holding?.tokenId ?? FIRST_PLACE.tokenId,
    holder: holding?.custodyId ?? FIRST_PLACE.holder,
    account: account?.custodyId ?? FIRST_PLACE.account,
    orderId: order?.orderId ?? FIRST_PLACE.orderId,
  };
}

async function openContracts({ chain, find }: Services['network']) {
  const [{ createPublicClient, custom }, { propertyShares }, { shareMarket }, { shares, market }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    import('#contracts/artifacts/share-market.gen.ts'),
    find(),
  ]);
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  return { client, shares, market, propertyShares, shareMarket };
}

/** Returns the first block with a call that is not final. Rows that no later block changed must equal the network. Undefined without a call. */
async function readSettled(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ block: number; calls: number }>`
    select coalesce((select min(block_index) from market_calls where state in ('queued', 'sent')), ${Number.MAX_SAFE_INTEGER}) as block,
      (select count(*) from market_calls) as calls
  `.execute(db);
  return rows[0] === undefined || rows[0].calls === 0 ? undefined : rows[0].block;
}

type Row = { readonly key: string; readonly changedIndex: number };
type Holding = Row & { tokenId: number; custodyId: Buffer; address: Buffer; amount: number; held: number };
type Cash = Row & { custodyId: Buffer; address: Buffer; amount: number };
type OpenOrder = Row & { orderId: number; tokenId: number; open: number; price: number };
type Part = { readonly holdings: Holding[]; readonly cash: Cash[]; readonly orders: OpenOrder[] };

/** Reads a part of the rows that no block from `settled` on changed. An order counts as changed with what it holds. */
async function readPart(db: Database, { tokenId, holder, account, orderId }: Place, settled: number): Promise<Part> {
  const { rows: holdings } = await sql<Holding>`
    select 'holding ' || token_id || ' ' || encode(custody_id, 'hex') as key, changed_index as "changedIndex", token_id as "tokenId",
      custody_id as "custodyId", address, shares as amount, held
    from market_holdings join market_accounts using (custody_id)
    where (token_id, custody_id) > (${tokenId}, ${holder}) and changed_index < ${settled} order by token_id, custody_id limit ${PAGE}
  `.execute(db);
  // The contract keeps what open purchases hold with the orders, so free cash is compared.
  const { rows: cash } = await sql<Cash>`
    select 'cash ' || encode(custody_id, 'hex') as key, changed_index as "changedIndex", custody_id as "custodyId", address,
      free_cents as amount
    from market_cash join market_accounts using (custody_id)
    where custody_id > ${account} and changed_index < ${settled} order by custody_id limit ${PAGE}
  `.execute(db);
  const { rows: orders } = await sql<OpenOrder>`
    select 'order ' || order_id as key, case side when 'buy' then cash.changed_index else holding.changed_index end as "changedIndex",
      order_id as "orderId", own.token_id as "tokenId", open, price_cents as price
    from market_orders as own join market_cash as cash using (custody_id)
      left join market_holdings as holding on holding.custody_id = own.custody_id and holding.token_id = own.token_id
    where open > 0 and order_id > ${orderId}
      and case side when 'buy' then cash.changed_index else holding.changed_index end < ${settled}
    order by order_id limit ${PAGE}
  `.execute(db);
  return { holdings, cash, orders };
}

/** Returns a function that reports whether a row is unchanged. */
function stillThere({ holdings, cash, orders }: Part): (row: Row) => boolean {
  const newest = new Map([...holdings, ...cash, ...orders].map(({ key, changedIndex }) => [key, changedIndex]));
  return ({ key, changedIndex }) => newest.get(key) === changedIndex;
}

/** Compares a part every minute until it is stopped. */
export function startReconciling(market: Market): { stop(): Promise<void> } {
  let place = FIRST_PLACE;
  return startRounds(
    async () => {
      place = await reconcile(market, place);
    },
    {
      everyMilliseconds: INTERVAL_MILLISECONDS,
      log: market.log,
      failing: 'shares cannot be compared with the network',
    },
  );
}

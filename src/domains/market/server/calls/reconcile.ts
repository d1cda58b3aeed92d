import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Market } from '../open-market.ts';
import { explainDifference } from '../wallets/explain-difference.ts';
import { hexOf } from './call-rows.ts';
import type { MarketChain } from './market-chain.ts';

type Services = {
  readonly database: Database;
  readonly network: Pick<MarketChain, 'chain' | 'find'>;
  readonly log: Log;
};

const INTERVAL_MILLISECONDS = 60_000;
/** Holdings, and accounts with cash, that one round compares. The next goes on behind them. */
const PAGE = 200;
/** The token that stands for cash in `market_halts`. */
const CASH = 0;
const UNITS_PER_CENT = 10_000n;

/** Behind what the last round compared. */
export type Place = { readonly tokenId: number; readonly holder: Buffer; readonly account: Buffer };

export const FIRST_PLACE: Place = { tokenId: -1, holder: Buffer.alloc(0), account: Buffer.alloc(0) };

/**
 * Compares a part of all holdings and cash with the contracts, and halts what differs. Repairs nothing. Compares only at rest: with every call
 * final, and none that came meanwhile. Returns where the next round goes on.
 *
 * @throws AppError, RpcError if the network does not answer
 */
export async function reconcile(services: Services, from: Place): Promise<Place> {
  const { database, network } = services;
  const before = await readRest(database);
  if (!before.isAtRest || before.calls === 0) return from;
  const { client, shares, market, propertyShares, shareMarket } = await openContracts(network);
  const holdings = await readHoldings(database, from);
  const cash = await readCash(database, from);
  const balances =
    holdings.length === 0
      ? []
      : await client.readContract({
          address: shares,
          abi: propertyShares.abi,
          functionName: 'balanceOfBatch',
          args: [holdings.map(({ address }) => hexOf(address)), holdings.map(({ tokenId }) => BigInt(tokenId))],
        });
  const units: bigint[] = [];
  for (const { address } of cash)
    units.push(
      await client.readContract({
        address: market,
        abi: shareMarket.abi,
        functionName: 'cashOf',
        args: [hexOf(address)],
      }),
    );
  if ((await readRest(database)).calls !== before.calls) return from;
  for (const [n, { tokenId, address, amount }] of holdings.entries())
    if (
      balances[n] !== BigInt(amount) &&
      (await explainDifference(services, { tokenId, address: hexOf(address) })) === 'unexplained'
    )
      await halt(services, tokenId, `${hexOf(address)} holds ${amount} shares here and ${balances[n]} on the network`);
  for (const [n, { address, amount }] of cash.entries())
    if (units[n] !== BigInt(amount) * UNITS_PER_CENT)
      await halt(services, CASH, `${hexOf(address)} has ${amount} cents here and ${units[n]} units on the network`);
  const [holding, account] = [holdings[PAGE - 1], cash[PAGE - 1]];
  return {
    tokenId: holding?.tokenId ?? FIRST_PLACE.tokenId,
    holder: holding?.custodyId ?? FIRST_PLACE.holder,
    account: account?.custodyId ?? FIRST_PLACE.account,
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

async function readRest(db: Database): Promise<{ isAtRest: boolean; calls: number }> {
  const { rows } = await sql<{ open: boolean; calls: number }>`
    select exists (select 1 from market_calls where state in ('queued', 'sent')) as open,
      (select coalesce(max(nonce) + 1, 0) from market_calls) as calls
  `.execute(db);
  return { isAtRest: rows[0]?.open === false, calls: rows[0]?.calls ?? 0 };
}

type Row = { readonly tokenId: number; readonly custodyId: Buffer; readonly address: Buffer; readonly amount: number };

async function readHoldings(db: Database, { tokenId, holder }: Place): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select token_id as "tokenId", custody_id as "custodyId", address, shares as amount
    from market_holdings join market_accounts using (custody_id)
    where (token_id, custody_id) > (${tokenId}, ${holder}) order by token_id, custody_id limit ${PAGE}
  `.execute(db);
  return rows;
}

/** The contract keeps what open purchases hold with the orders, so free cash is compared. */
async function readCash(db: Database, { account }: Place): Promise<Omit<Row, 'tokenId'>[]> {
  const { rows } = await sql<Row>`
    select custody_id as "custodyId", address, free_cents as amount from market_cash join market_accounts using (custody_id)
    where custody_id > ${account} order by custody_id limit ${PAGE}
  `.execute(db);
  return rows;
}

/** Halts the trade of a token, or all trade with the token 0. */
export async function halt(
  { database, log }: Pick<Services, 'database' | 'log'>,
  tokenId: number,
  reason: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into market_halts (token_id, reason) values (${tokenId}, ${reason}) on conflict do nothing
  `.execute(database);
  if (numAffectedRows === 1n)
    log.error({ token: tokenId, reason }, 'trading is halted: the network and the records differ');
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

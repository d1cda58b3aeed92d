import { sql } from 'kysely';
import { AppError } from '#platform/contract/errors.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Market } from '../open-market.ts';
import { NothingToClose } from './judge-trading.ts';
import { readHaltingTax } from './overdue-tax.ts';

const PAGE = 500;

/**
 * Cancels open sales of issuers once their tax is overdue, if the policy halts them, and so returns what they hold. They trade no more before
 * that: the rules take them out of the book with the next order (`judge-trading.ts`). They can be offered again once the tax is paid.
 */
export async function cancelOverdueSales(market: Market, page = PAGE): Promise<void> {
  if (market.overdueTax !== 'halt') return;
  for (let after = -1; ; ) {
    const sales = await readSalesOfIssuers(market, after, page);
    const overdue = await readHaltingTax(market.database, market, sales);
    for (const sale of sales) if (overdue.has(sale.tokenId)) await cancelSale(market, sale);
    const last = sales.at(-1);
    if (last === undefined || sales.length < page) return;
    after = last.orderId;
  }
}

type Sale = { orderId: number; tokenId: number; propertyId: string; custody: Buffer; address: Buffer };

/** Reads a page of the open sales of issuers, by the number of the order. */
async function readSalesOfIssuers({ database }: Market, after: number, page: number): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select order_id as "orderId", own.token_id as "tokenId", property_id as "propertyId", own.custody_id as custody, address
    from market_orders as own join market_issues as issue on issue.token_id = own.token_id and royalty_receiver = own.custody_id
      join market_accounts as account on account.custody_id = own.custody_id
    where open > 0 and side = 'sell' and order_id > ${after} order by order_id limit ${page}
  `.execute(database);
  return rows;
}

async function cancelSale({ network, trading }: Market, { orderId, tokenId, custody, address }: Sale): Promise<void> {
  const party = { custody: custody.toString('hex'), address: `0x${address.toString('hex')}` as const };
  await trading
    .append({ kind: 'cancel', network: await network.ready(), tokenId, party, orderId })
    .catch((error: unknown) => {
      // The order was filled or closed meanwhile, or its shares are halted.
      if (!(error instanceof NothingToClose || error instanceof AppError)) throw error;
    });
}

const INTERVAL_MILLISECONDS = 60_000;

/** Cancels in rounds until it is stopped. */
export const startCancelingOverdueSales = (market: Market): { stop(): Promise<void> } =>
  startRounds(() => cancelOverdueSales(market), {
    everyMilliseconds: INTERVAL_MILLISECONDS,
    log: market.log,
    failing: 'sales of property with overdue tax wait to be canceled',
  });

import { sql } from 'kysely';
import { taxOverdue } from '#domains/market/contract.ts';
import { readOverdue } from '#domains/registry/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';
import { NothingToClose } from './judge-trading.ts';
import type { Party } from './trading-request.ts';

/**
 * Refuses a sale by whoever issued the shares while tax of the property is overdue, if the policy says so. Holders who bought shares owe no
 * tax, so they sell as ever.
 *
 * @throws AppError `market.tax_overdue`
 */
export async function requireTaxPaid(market: Market, propertyId: string, { custody }: Party): Promise<void> {
  if (market.overdueTax !== 'halt') return;
  const issue = await requireIssue(market.database, propertyId);
  if (issue.royaltyReceiver.toString('hex') !== custody) return;
  const cents = (await readOverdue(market.database, [issue.propertyId], market.clock())).get(issue.propertyId);
  if (cents === undefined) return;
  throw new AppError(taxOverdue, `${formatCents(cents)} of property tax on ${issue.propertyId} are overdue.`, {
    hint: 'Whoever issued the shares can sell once it is paid. Purchases and open orders of others go on.',
  });
}

const TOKENS_MAX = 500;

/**
 * Cancels the open sales of issuers whose property has overdue tax, if the policy says so. An order may rest for 90 days: without this, whoever
 * placed it in time would go on selling. What was held is free again, and can be offered anew once the tax is paid.
 */
export async function cancelOverdueSales(market: Market): Promise<void> {
  const { database, clock, network, trading } = market;
  if (market.overdueTax !== 'halt') return;
  const { rows } = await sql<{
    orderId: number;
    tokenId: number;
    propertyId: string;
    custody: Buffer;
    address: Buffer;
  }>`
    select order_id as "orderId", own.token_id as "tokenId", property_id as "propertyId", own.custody_id as custody, address
    from market_orders as own join market_issues as issue on issue.token_id = own.token_id and royalty_receiver = own.custody_id
      join market_accounts as account on account.custody_id = own.custody_id
    where open > 0 and side = 'sell' order by order_id limit ${TOKENS_MAX}
  `.execute(database);
  const overdue = await readOverdue(database, [...new Set(rows.map(({ propertyId }) => propertyId))], clock());
  for (const { orderId, tokenId, propertyId, custody, address } of rows) {
    if (!overdue.has(propertyId)) continue;
    const party = { custody: custody.toString('hex'), address: `0x${address.toString('hex')}` as const };
    await trading
      .append({ kind: 'cancel', network: await network.ready(), tokenId, party, orderId })
      .catch((error: unknown) => {
        // It was filled or closed meanwhile, or its shares are halted.
        if (!(error instanceof NothingToClose || error instanceof AppError)) throw error;
      });
  }
}

const INTERVAL_MILLISECONDS = 60_000;

/** Cancels in rounds until it is stopped. */
export const startCancelingOverdueSales = (market: Market): { stop(): Promise<void> } =>
  startRounds(() => cancelOverdueSales(market), {
    everyMilliseconds: INTERVAL_MILLISECONDS,
    log: market.log,
    failing: 'sales of property with overdue tax wait to be canceled',
  });

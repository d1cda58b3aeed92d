import { sql } from 'kysely';
import type { OrderSide } from '#domains/market/contract.ts';
import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import type { Market } from '../open-market.ts';
import { receiveCash } from '../trading/record-cash.ts';
import { trade } from '../trading/trade.ts';
import { distributeSamples } from './income-samples.ts';
import { unlessRefused } from './unless-refused.ts';

const CLERK = 'demo-government';
const RESIDENT = 'demo-resident';
/** What each account of the demo has to trade with, in cents. */
const CASH_CENTS = 2_500_000;
const ACCOUNTS = [
  ...['demo-maker', 'demo-shipper', 'demo-retailer', RESIDENT, CLERK, 'demo-auditor', 'demo-admin'],
  'demo-other',
];

type Sample = readonly [who: string, type: OrderSide, shares: number, percentOfIssuePrice: number];

/** What happens to the shares of a property of `seller`: it offers some, others buy, one sells on, and orders of both sides stay. */
const samples = (seller: string): readonly Sample[] => [
  [seller, 'sell', 12, 98],
  [seller, 'sell', 15, 101],
  [seller, 'sell', 20, 104],
  [seller, 'sell', 25, 108],
  ['demo-maker', 'buy', 5, 98],
  ['demo-shipper', 'buy', 10, 100],
  ['demo-retailer', 'buy', 8, 101],
  ['demo-shipper', 'sell', 3, 103],
  ['demo-maker', 'buy', 6, 102],
  ['demo-retailer', 'buy', 9, 96],
  ['demo-maker', 'buy', 12, 94],
  ['demo-shipper', 'buy', 15, 91],
];

type Issued = { readonly propertyId: string; readonly priceCents: number; readonly seller: string };

/**
 * Gives the accounts of the demo cash, and lets them trade the next property in which nobody traded. When there is none, income is distributed,
 * and it returns true.
 */
export async function tradeSamples(market: Market): Promise<boolean> {
  const accounts = new Map<string, Account>();
  for (const username of ACCOUNTS) {
    const found = await findByUsername(market.database, username);
    if (found !== undefined) accounts.set(username, { ...found.account, sessionId: '' });
  }
  await Promise.all(
    // A block names nobody.
    [...accounts].map(([username, account]) =>
      receiveCash(market, account, CASH_CENTS, `Demo cash ${ACCOUNTS.indexOf(username) + 1}`),
    ),
  );
  const next = await findUntraded(market, accounts.get(RESIDENT)?.id);
  if (next === undefined) {
    const [city, resident, holder] = [accounts.get(CLERK), accounts.get(RESIDENT), accounts.get('demo-retailer')];
    if (city && resident && holder) await distributeSamples(market, city, resident, holder);
    return true;
  }
  for (const [n, [who, type, shareAmount, percent]] of samples(next.seller).entries()) {
    const account = accounts.get(who);
    if (account === undefined) continue;
    const pricePerShare = Math.round((next.priceCents * percent) / 100) / 100;
    const order = { type, propertyId: next.propertyId, shareAmount, pricePerShare, expirationDays: 90 };
    const request = { ...order, timeInForce: 'GTC' as const, postOnly: false };
    await trade(market, account, request, `demo/trade/${next.propertyId}/${n}`).catch(unlessRefused);
  }
  return false;
}

/** Finds a property that the city or the demo resident issued for itself, and in which no order was ever placed. */
async function findUntraded({ database }: Market, residentId: string | undefined): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select property_id as "propertyId", price_cents as "priceCents",
      case when holder = 'city' then ${CLERK} else ${RESIDENT} end as seller
    from market_issues as issue join market_holdings as own using (token_id) join market_accounts using (custody_id)
    where own.shares = issue.shares and (holder = 'city' or account_id = ${residentId ?? null}::uuid)
      and not exists (select 1 from market_orders where market_orders.token_id = issue.token_id)
    order by token_id limit 1
  `.execute(database);
  return rows[0];
}

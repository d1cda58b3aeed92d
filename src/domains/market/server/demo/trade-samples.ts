import { sql } from 'kysely';
import type { OrderSide } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { CITY, readTitle } from '#domains/registry/server/index.ts';
import type { Market } from '../open-market.ts';
import { receiveCash } from '../trading/record-cash.ts';
import { trade } from '../trading/trade.ts';
import { CLERK, findCast, RESIDENT } from './cast.ts';
import { ISSUES } from './issue-samples.ts';
import { CASH_CENTS, planTrades, type SampleIssue, TRADERS } from './plan-trades.ts';
import { unlessRefused } from './unless-refused.ts';

const RICH = [...TRADERS, RESIDENT, CLERK];

/** Gives the accounts of the demo cash to trade with, once. */
export async function payCashIn(market: Market): Promise<void> {
  const cast = await findCast(market, RICH);
  await Promise.all(
    // A block contains no name.
    [...cast].map(([username, account]) =>
      receiveCash(market, account, CASH_CENTS, `Demo cash ${RICH.indexOf(username) + 1}`),
    ),
  );
}

/** Makes the trades planned for a day, for all properties concurrently. Leaves out trades that a visitor's own have made impossible. */
export async function tradeDay(market: Market, day: number): Promise<void> {
  await ofEach(market, async (issue, place) => {
    const today = planTrades(issue).trades.filter((one) => one.day === day);
    for (const [n, { seller, buyer, shares, priceCents }] of today.entries()) {
      await place(`${day}/${n}/sell`, seller, 'sell', shares, priceCents);
      await place(`${day}/${n}/buy`, buyer, 'buy', shares, priceCents);
    }
  });
}

/** Places the orders that stay in the books. */
export const placeResting = (market: Market): Promise<void> =>
  ofEach(market, async (issue, place) => {
    for (const [n, { account, side, shares, priceCents }] of planTrades(issue).resting.entries())
      await place(`rest/${n}`, account, side, shares, priceCents);
  });

type Place = (name: string, who: string, side: OrderSide, shares: number, priceCents: number) => Promise<void>;

async function ofEach(market: Market, act: (issue: SampleIssue, place: Place) => Promise<void>): Promise<void> {
  const cast = await findCast(market, RICH);
  const issues = await readTraded(market, cast.get(RESIDENT)?.id);
  await Promise.all(issues.map((issue) => act(issue, placeIn(market, issue.propertyId, cast))));
}

const placeIn =
  (market: Market, propertyId: string, cast: ReadonlyMap<string, Account>): Place =>
  async (name, who, side, shares, priceCents) => {
    const account = cast.get(who);
    if (account === undefined) return;
    const order = { type: side, propertyId, shareAmount: shares, pricePerShare: priceCents / 100 };
    const request = { ...order, expirationDays: 90, timeInForce: 'GTC' as const, postOnly: false };
    await trade(market, account, request, `demo/trade/${propertyId}/${name}`).catch(unlessRefused);
  };

/**
 * Returns the sample issues whose shares all went to one account: the city's and the demo resident's own properties, oldest issue first.
 * Issues that visitors added later are left out.
 */
async function readTraded({ database }: Market, residentId: string | undefined) {
  const { rows } = await sql<{ propertyId: string; shares: number; priceCents: number }>`
    select property_id as "propertyId", shares, price_cents as "priceCents" from market_issues order by token_id limit ${ISSUES}
  `.execute(database);
  const traded: (SampleIssue & { readonly propertyId: string })[] = [];
  for (const issue of rows) {
    const parts = (await readTitle(database, issue.propertyId))?.parts ?? [];
    const ofCity = parts.length > 0 && parts.every(({ holder }) => holder === CITY);
    const ofResident = parts.length > 0 && parts.every(({ accountId }) => accountId === residentId);
    if (!ofCity && !ofResident) continue;
    traded.push({ ...issue, ordinal: traded.length, issuer: ofCity ? CLERK : RESIDENT });
  }
  return traded;
}

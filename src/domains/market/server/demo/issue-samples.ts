import { CITY, listProperties, readTitle } from '#domains/registry/server/index.ts';
import { findIssue } from '../issues/issue-rows.ts';
import { issueShares } from '../issues/issue-shares.ts';
import type { Market } from '../open-market.ts';
import { CLERK, findCast, RESIDENT } from './cast.ts';
import { unlessRefused } from './unless-refused.ts';

/** How many properties of the sample city are issued: those of the resident, some of the city, and others, spread over their addresses. */
export const ISSUES = 12;
const OF_CITY = 5;
/** An issue has the smallest of these numbers at which a share costs at most this many cents. */
const SHARES = [500, 1000, 2000, 4000, 10_000, 40_000];
const SHARE_CENTS_MAX = 40_000;
const ROYALTIES = [2.5, 0, 5, 1.25];

/** Issues shares of a dozen properties, once each. Issues none if the sample city or its accounts are missing. */
export async function issueSamples(market: Market): Promise<void> {
  const { database } = market;
  const cast = await findCast(market, [CLERK, RESIDENT]);
  const [clerk, resident] = [cast.get(CLERK), cast.get(RESIDENT)];
  if (clerk === undefined || resident === undefined) return;
  const { properties } = await listProperties(database, {
    status: 'active',
    sortBy: 'address',
    sortOrder: 'asc',
    page: 1,
    limit: 200,
  });
  if (properties.length < ISSUES) return;
  const { own, ofCity, others } = await sortByOwner(market, properties, resident.id);
  const step = Math.floor(others.length / ISSUES);
  const spread = others.filter((_, n) => n % step === 0);
  // One property of the resident stays whole, for a visitor to divide.
  const chosen = [...own.slice(0, Math.max(1, own.length - 1)), ...ofCity.slice(0, OF_CITY), ...spread].slice(
    0,
    ISSUES,
  );
  for (const [n, { propertyId, assessedValue }] of chosen.entries()) {
    if ((await findIssue(database, { propertyId })) !== undefined) continue;
    const totalShares = SHARES.find((shares) => assessedValue / shares <= SHARE_CENTS_MAX) ?? 100_000;
    const request = {
      propertyId,
      totalShares,
      // Values the whole at its assessed value.
      sharePrice: Math.max(1, Math.round(assessedValue / totalShares)) / 100,
      royaltyPercentage: ROYALTIES[n % ROYALTIES.length] ?? 0,
      // The last one shows shares that only accounts on the issuer's list may receive.
      allowPublicTrading: n < ISSUES - 1,
      minimumPurchase: 1,
    };
    const issuer = own.some((one) => one.propertyId === propertyId) ? resident : clerk;
    await issueShares(market, issuer, request, `demo/issue/${propertyId}`).catch(unlessRefused);
  }
}

type Sample = { readonly propertyId: string; readonly assessedValue: number };

/** Sorts properties into those that the resident alone owns, those of the city, and the others. */
async function sortByOwner({ database }: Market, properties: readonly Sample[], residentId: string) {
  const sorted: Record<'own' | 'ofCity' | 'others', Sample[]> = { own: [], ofCity: [], others: [] };
  for (const property of properties) {
    const parts = (await readTitle(database, property.propertyId))?.parts ?? [];
    if (parts.length > 0 && parts.every(({ accountId }) => accountId === residentId)) sorted.own.push(property);
    else if (parts.every(({ holder }) => holder === CITY)) sorted.ofCity.push(property);
    else sorted.others.push(property);
  }
  return sorted;
}

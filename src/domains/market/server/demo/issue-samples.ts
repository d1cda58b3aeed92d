import { findByUsername } from '#domains/participants/server/index.ts';
import { CITY, listProperties, readTitle } from '#domains/registry/server/index.ts';
import { findIssue } from '../issues/issue-rows.ts';
import { issueShares } from '../issues/issue-shares.ts';
import type { Market } from '../open-market.ts';
import { tradeSamples } from './trade-samples.ts';
import { unlessRefused } from './unless-refused.ts';

const CLERK = 'demo-government';
const RESIDENT = 'demo-resident';
/** How many properties of the sample city are issued: those of the resident, some of the city, and others, spread over their addresses. */
const ISSUES = 12;
const OF_CITY = 3;
const SHARES = [1000, 500, 2000, 250, 4000];
const ROYALTIES = [2.5, 0, 5, 1.25];
/** One issue at a time, so that visitors who pay on the chain meanwhile do not wait behind all of them. */
const INTERVAL_MILLISECONDS = 3000;
const TRIES = 60;

/**
 * Issues shares of a dozen properties of the sample city and trades some, once, by the same code as anyone's. The network stamps its blocks with the real
 * time, so this happens when the demo runs. It runs beside the server, because the network takes seconds to start; what fails is tried again.
 */
export function startIssuingSamples(market: Market): { stop(): Promise<void> } {
  if (!market.demo || !market.network.chain.isEmbedded) return { stop: () => Promise.resolve() };
  let tries = 0;
  let isStopped = false;
  let isRunning = false;
  const attempt = () => {
    if (isRunning) return;
    isRunning = true;
    void issueSamples(market, () => isStopped)
      .then((isIssued) => isIssued && (isStopped || tradeSamples(market)))
      .catch(() => tries >= TRIES)
      .then((isDone) => {
        tries += 1;
        if (isDone) clearInterval(timer);
        isRunning = false;
      });
  };
  const timer = setInterval(attempt, INTERVAL_MILLISECONDS).unref();
  return {
    // Not awaited: the network refuses what is still asked once it is closed.
    async stop() {
      clearInterval(timer);
      isStopped = true;
    },
  };
}

/** Issues the next one that is missing. Returns whether none is; false without the demo's accounts or properties. */
export async function issueSamples(market: Market, isStopped: () => boolean): Promise<boolean> {
  const { database } = market;
  const [clerk, resident] = await Promise.all([findByUsername(database, CLERK), findByUsername(database, RESIDENT)]);
  if (clerk === undefined || resident === undefined) return false;
  const { properties } = await listProperties(database, {
    status: 'active',
    sortBy: 'address',
    sortOrder: 'asc',
    page: 1,
    limit: 200,
  });
  if (properties.length < ISSUES) return false;
  const { own, ofCity, others } = await sortByOwner(market, properties, resident.account.id);
  const step = Math.floor(others.length / ISSUES);
  const spread = others.filter((_, n) => n % step === 0);
  const chosen = [...own, ...ofCity.slice(0, OF_CITY), ...spread].slice(0, ISSUES);
  for (const [n, { propertyId, assessedValue }] of chosen.entries()) {
    if (isStopped()) return true;
    if ((await findIssue(database, { propertyId })) !== undefined) continue;
    const totalShares = SHARES[n % SHARES.length] ?? 1000;
    const request = {
      propertyId,
      totalShares,
      // The whole at its assessed value.
      sharePrice: Math.max(1, Math.round(assessedValue / totalShares)) / 100,
      royaltyPercentage: ROYALTIES[n % ROYALTIES.length] ?? 0,
      allowPublicTrading: true,
      minimumPurchase: 1,
    };
    const { account } = own.some((one) => one.propertyId === propertyId) ? resident : clerk;
    const isNew = await issueShares(market, { ...account, sessionId: '' }, request, `demo/issue/${propertyId}`).then(
      () => true,
      (error) => unlessRefused(error) ?? false,
    );
    if (isNew) return false;
  }
  return true;
}

type Sample = { readonly propertyId: string; readonly assessedValue: number };

/** Sorts properties into those that are the resident's alone, those of the city, and the others. */
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

import {
  estimatePrice,
  listPlans,
  type PlanId,
  readSubscription,
  readUsage,
  TRIAL_DAYS,
} from '#domains/billing/contract.ts';
import {
  listOrders,
  listShares,
  readMarketData,
  readOrderBook,
  readPortfolio,
  type SharedProperty,
} from '#domains/market/contract.ts';
import { all, choice, day, name, none, number, rows } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { AccountName, World } from '../world.ts';

async function shared(world: World, address: string): Promise<SharedProperty> {
  const { properties } = await world.read(listShares, { query: {} });
  const found = properties.find((one) => one.address === address || one.propertyId === address);
  if (found === undefined) throw new Error(`There are no shares of ${address}`);
  return found;
}

type NumberOfShares = 'floorPrice' | 'lastSalePrice' | 'availableShares' | 'totalSupply';

/** A number of the shares of a property. */
export const sharesOf =
  (address: string, field: NumberOfShares): FactOf =>
  async (world) =>
    number((await shared(world, address)).nftMetadata[field] ?? undefined);
/** That no shares of a property are offered, or none was sold. */
export const noShares =
  (address: string, field: NumberOfShares): FactOf =>
  async (world) =>
    all([none((await shared(world, address)).nftMetadata[field] ?? 0), name([address], 'everything')]);
export const issueOf =
  (address: string, field: 'sharePrice' | 'royaltyPercentage'): FactOf =>
  async (world) =>
    number((await shared(world, address)).issue[field]);
export const shareHolders =
  (address: string): FactOf =>
  async (world) =>
    number((await shared(world, address)).currentOwnership.length);
export const lastTrade =
  (address: string, field: 'shares' | 'pricePerShare'): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return number((await world.read(readOrderBook, { params: { propertyId } })).trades[0]?.[field]);
  };
export const bestBid =
  (address: string): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return number((await world.read(readOrderBook, { params: { propertyId } })).bids[0]?.pricePerShare);
  };
export const spreadOf =
  (address: string): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return number((await world.read(readOrderBook, { params: { propertyId } })).spread ?? undefined);
  };
export const sharedProperties: FactOf = async (world) => {
  const { properties } = await world.read(listShares, { query: {} });
  return rows(
    properties.map(({ propertyId }) => propertyId),
    new Map(
      (await world.properties()).flatMap(({ propertyId, address }) => [
        [propertyId, propertyId],
        [address, propertyId],
      ]),
    ),
  );
};
export const marketTotal =
  (field: 'properties' | 'shares' | 'holders'): FactOf =>
  async (world) =>
    number((await world.read(readMarketData, {}))[field]);
export const tradedToday =
  (field: 'shares' | 'amount'): FactOf =>
  async (world) =>
    number((await world.read(readMarketData, {})).volume[field]);

/** The cash, shares and open orders of an account. */
export const cashOf =
  (who: AccountName, field: 'free' | 'held' = 'free'): FactOf =>
  async (world) =>
    number((await world.read(readPortfolio, {}, who)).cash[field]);
export const ownShares =
  (who: AccountName): FactOf =>
  async (world) =>
    number((await world.read(readPortfolio, {}, who)).holdings.reduce((sum, { shares }) => sum + shares, 0));
export const openOrders =
  (who: AccountName): FactOf =>
  async (world) =>
    number((await world.read(listOrders, { query: { status: 'open' } }, who)).orders.length);

async function planOf(world: World, id: PlanId) {
  const found = (await world.read(listPlans, {})).plans.find((plan) => plan.id === id);
  if (found === undefined) throw new Error(`There is no plan ${id}`);
  return found;
}
export const planNumber =
  (id: PlanId, field: 'pricePerUserMonth' | 'pricePerAssetMonth' | 'maxUsers' | 'maxAssets'): FactOf =>
  async (world) =>
    number((await planOf(world, id))[field] ?? undefined);
/** That the price of a plan is agreed. */
export const agreedPrice =
  (id: PlanId): FactOf =>
  async (world) => {
    if (!(await planOf(world, id)).customPricing) throw new Error(`The plan ${id} has a price`);
    return name(['agreed', 'custom', 'on request', 'contact sales'], 'reply');
  };
export const planNames: FactOf = async (world) => {
  const { plans } = await world.read(listPlans, {});
  return all(plans.map(({ displayName }) => name([displayName], 'everything')));
};
export const cheapestPlan: FactOf = async (world) => {
  const priced = (await world.read(listPlans, {})).plans.filter(({ customPricing }) => !customPricing);
  const [cheapest] = priced.toSorted((a, b) => a.pricePerUserMonth - b.pricePerUserMonth);
  const candidates = priced.map(({ displayName }) => [displayName]);
  return all([choice([cheapest?.displayName], candidates), number(cheapest?.pricePerUserMonth, 'everything')]);
};
export const estimateOf =
  (id: PlanId, users: number, assets: number, billingCycle: 'monthly' | 'annual'): FactOf =>
  async (world) => {
    const { estimates } = await world.read(estimatePrice, { query: { users, assets, billingCycle } });
    return number(estimates.find(({ planId }) => planId === id)?.amount ?? undefined);
  };
export const trialDays: FactOf = () => number(TRIAL_DAYS);

async function subscriptionOf(world: World, who: AccountName) {
  const { subscription, plan } = await world.read(readSubscription, {}, who);
  if (subscription === null || plan === null) throw new Error(`${who} has no subscription`);
  return { subscription, plan };
}
export const ownPlan =
  (who: AccountName): FactOf =>
  async (world) =>
    name([(await subscriptionOf(world, who)).plan.displayName]);
export const ownTrialEnd =
  (who: AccountName): FactOf =>
  async (world) =>
    day((await subscriptionOf(world, who)).subscription.trialEnd ?? undefined, world.today);
export const ownStatus =
  (who: AccountName): FactOf =>
  async (world) =>
    name([(await subscriptionOf(world, who)).subscription.status]);
export const ownCycle =
  (who: AccountName): FactOf =>
  async (world) =>
    name([(await subscriptionOf(world, who)).subscription.billingCycle]);
export const ownCount =
  (who: AccountName, field: 'userCount' | 'assetCount'): FactOf =>
  async (world) =>
    number((await subscriptionOf(world, who)).subscription[field]);
export const noSubscription =
  (who: AccountName): FactOf =>
  async (world) =>
    none((await world.read(readSubscription, {}, who)).subscription === null ? 0 : 1);
export const usageOf =
  (who: AccountName, field: 'users' | 'assets'): FactOf =>
  async (world) =>
    number((await world.read(readUsage, { query: {} }, who))[field]);

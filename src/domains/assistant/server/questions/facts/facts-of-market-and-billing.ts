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
import { all, choice, concerning, day, name, none, number, percent, rows, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { AccountName, World } from '../world.fixture.ts';

async function shared(world: World, address: string): Promise<SharedProperty> {
  const { properties } = await world.read(listShares, { query: {} });
  const found = properties.find((one) => one.address === address || one.propertyId === address);
  if (found === undefined) throw new Error(`There are no shares of ${address}`);
  return found;
}

/** The names of a property. */
const subjectOf = async (world: World, address: string) => [address, (await shared(world, address)).propertyId];

type NumberOfShares = 'floorPrice' | 'lastSalePrice' | 'availableShares' | 'totalSupply';

/** A number of the shares of a property. */
export const sharesOf =
  (address: string, field: NumberOfShares): FactOf =>
  async (world) =>
    concerning(number((await shared(world, address)).nftMetadata[field] ?? undefined), await subjectOf(world, address));
/** The property whose shares are offered for the lowest price, and that price. */
export const cheapestShares: FactOf = async (world) => {
  const { properties } = await world.read(listShares, { query: {} });
  const offered = properties.flatMap(({ address, propertyId, nftMetadata: { floorPrice } }) =>
    floorPrice === null ? [] : [{ names: [address, propertyId], floorPrice }],
  );
  const [first, second] = offered.toSorted((a, b) => a.floorPrice - b.floorPrice);
  if (first === undefined || first.floorPrice === second?.floorPrice)
    throw new Error('No single property has the cheapest shares');
  return all([name(first.names), number(first.floorPrice)]);
};
/** That no shares of a property are offered, or none was sold. */
export const noShares =
  (address: string, field: NumberOfShares): FactOf =>
  async (world) =>
    concerning(none((await shared(world, address)).nftMetadata[field] ?? 0), await subjectOf(world, address));
export const issueOf =
  (address: string, field: 'sharePrice' | 'royaltyPercentage'): FactOf =>
  async (world) =>
    concerning(
      (field === 'sharePrice' ? number : percent)((await shared(world, address)).issue[field]),
      await subjectOf(world, address),
    );
/** The day on which shares of a property were issued. */
export const issuedOn =
  (address: string): FactOf =>
  async (world) =>
    concerning(day((await shared(world, address)).issue.issuedAt, world.today), await subjectOf(world, address));
/** Whether everybody may trade the shares of a property. */
export const isPublic =
  (address: string): FactOf =>
  async (world) =>
    concerning(verdict((await shared(world, address)).issue.allowPublicTrading, []), await subjectOf(world, address));
export const shareHolders =
  (address: string): FactOf =>
  async (world) =>
    concerning(number((await shared(world, address)).currentOwnership.length), await subjectOf(world, address));
export const lastTrade =
  (address: string, field: 'shares' | 'pricePerShare'): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return concerning(number((await world.read(readOrderBook, { params: { propertyId } })).trades[0]?.[field]), [
      address,
    ]);
  };
export const bestBid =
  (address: string): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return concerning(number((await world.read(readOrderBook, { params: { propertyId } })).bids[0]?.pricePerShare), [
      address,
    ]);
  };
export const spreadOf =
  (address: string): FactOf =>
  async (world) => {
    const { propertyId } = await shared(world, address);
    return concerning(number((await world.read(readOrderBook, { params: { propertyId } })).spread ?? undefined), [
      address,
    ]);
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
    concerning(number((await world.read(readMarketData, {}))[field]), [/share/i]);
export const tradedToday =
  (field: 'shares' | 'amount'): FactOf =>
  async (world) =>
    number((await world.read(readMarketData, {})).volume[field]);

/** The cash, shares and open orders of an account. */
export const cashOf =
  (who: AccountName, field: 'free' | 'held' = 'free'): FactOf =>
  async (world) =>
    concerning(number((await world.read(readPortfolio, {}, who)).cash[field]), [/cash/i]);
export const ownShares =
  (who: AccountName, address?: string): FactOf =>
  async (world) =>
    concerning(
      number(
        (await world.read(readPortfolio, {}, who)).holdings
          .filter((one) => address === undefined || one.address === address)
          .reduce((sum, { shares }) => sum + shares, 0),
      ),
      [/share/i],
    );
export const openOrders =
  (who: AccountName): FactOf =>
  async (world) =>
    concerning(number((await world.read(listOrders, { query: { status: 'open' } }, who)).orders.length), [/order/i]);

async function planOf(world: World, id: PlanId) {
  const found = (await world.read(listPlans, {})).plans.find((plan) => plan.id === id);
  if (found === undefined) throw new Error(`There is no plan ${id}`);
  return found;
}
export const planNumber =
  (id: PlanId, field: 'pricePerUserMonth' | 'pricePerAssetMonth' | 'maxUsers' | 'maxAssets'): FactOf =>
  async (world) =>
    concerning(number((await planOf(world, id))[field] ?? undefined), [id]);
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
export const trialDays: FactOf = () => concerning(number(TRIAL_DAYS), [/\bdays\b/i]);

/** Every plan that lists a feature, or includes one that does. */
export const plansWith =
  (feature: string): FactOf =>
  async (world) => {
    const { plans } = await world.read(listPlans, {});
    const has = ({ features }: (typeof plans)[number]): boolean =>
      features.some((one) => one.startsWith(feature)) ||
      plans.some((other) => features.includes(`Everything in ${other.displayName}`) && has(other));
    return all(plans.filter(has).map(({ displayName }) => name([displayName])));
  };

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
    concerning(number((await subscriptionOf(world, who)).subscription[field]), [
      field === 'userCount' ? /\busers?\b/i : /assets?/i,
    ]);
export const noSubscription =
  (who: AccountName): FactOf =>
  async (world) =>
    concerning(none((await world.read(readSubscription, {}, who)).subscription === null ? 0 : 1), [/subscri|plan/i]);
export const usageOf =
  (who: AccountName, field: 'users' | 'assets'): FactOf =>
  async (world) =>
    concerning(number((await world.read(readUsage, { query: {} }, who))[field]), [field]);

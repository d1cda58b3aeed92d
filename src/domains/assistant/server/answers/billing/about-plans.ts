import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import { type Plan, TRIAL_DAYS } from '#domains/billing/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, table, unsupported } from '../turn.ts';
import { answerFeature } from './plan-features.ts';

export const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const citations = [citeScreen('Subscription', '/subscription')];
const priceOf = (plan: Plan) =>
  plan.customPricing
    ? 'as agreed with sales'
    : `${dollars(plan.pricePerUserMonth)} per user and ${dollars(plan.pricePerAssetMonth)} per asset a month`;
const usersOf = ({ maxUsers }: Plan) => (maxUsers === null ? 'users as agreed' : `up to ${counted(maxUsers, 'user')}`);
const assetsOf = ({ maxAssets }: Plan) =>
  maxAssets === null ? 'assets as agreed' : `up to ${counted(maxAssets, 'asset')}`;
const limitsOf = (plan: Plan) => `${usersOf(plan)}, ${assetsOf(plan)}`;

const PLAN_CONDITIONS = ['plan', 'cycle', 'users', 'assets', 'mine'] as const;

/** Answers about the plans: prices, limits, features, the trial, or the price for a number of users and assets. */
export async function answerPlans(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const asksFeature = query.field === undefined || query.field === 'features';
  const refused = unsupported(query, [...PLAN_CONDITIONS, ...(asksFeature ? (['text'] as const) : [])], 'plans');
  if (refused !== undefined) return refused;
  if (query.field === 'trial')
    return {
      reply: `${query.ask === 'whether' ? 'Yes, there is' : 'There is'} a trial of ${TRIAL_DAYS} days, once for each account. When it ends without billing details, it expires and nothing is charged.`,
      citations,
    };
  if (query.field === 'discount') return answerDiscount(turn);
  const read = await turn.run('list_plans');
  if (!read.ok) return refusedBy(read);
  if (conditionsOf(query, 'text').length > 0) return { ...answerFeature(query, read.value.plans), citations };
  const wanted = conditionsOf(query, 'plan').map(({ value }) => value);
  const plans = read.value.plans.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const [users, assets] = [needed(query, 'users'), needed(query, 'assets')];
  const priced = query.field === 'price' || query.field === undefined;
  const isOpen = query.where.some(({ than }) => than === 'below' || than === 'at most' || (than === 'above' && priced));
  if (isOpen) return { reply: 'For how many exactly? Name the number of users and assets.', outcome: 'clarify' };
  if (users !== undefined || assets !== undefined)
    return priced || query.ask === 'how much'
      ? answerEstimate(turn, plans)
      : answerFits(plans, Number(users ?? 1), Number(assets ?? 0));
  if (query.ask === 'compare' && wanted.length > 1 && query.field !== undefined)
    return { ...comparePlans(query, plans), citations, blocks: [planTable(plans)] };
  return { reply: say(turn, plans, wanted.length), citations, blocks: [planTable(plans)] };
}

function say({ query }: Turn, plans: readonly Plan[], wanted: number): string {
  const [one] = plans;
  if (query.ask === 'most' || query.ask === 'least') return sayExtreme(query, plans);
  if (wanted !== 1 || one === undefined) {
    const of =
      query.field === 'users'
        ? usersOf
        : query.field === 'assets'
          ? assetsOf
          : query.field === 'limits'
            ? limitsOf
            : query.field === 'features'
              ? (plan: Plan) => plan.features.join('; ')
              : priceOf;
    return `There are ${counted(plans.length, 'plan')}: ${listed(plans.map((plan) => `${plan.displayName} (${of(plan)})`))}.`;
  }
  const name = one.displayName;
  switch (query.field) {
    case 'features':
      return `${name} includes: ${listed(one.features)}.`;
    case 'users':
      return `${name} allows ${usersOf(one)}.`;
    case 'assets':
      return `${name} allows ${assetsOf(one)}.`;
    case 'limits':
      return `${name} allows ${limitsOf(one)}.`;
    default:
      return `${name} ${one.customPricing ? 'has a price that is agreed with sales: contact us' : `costs ${priceOf(one)}`}, with ${limitsOf(one)}.${valueIn(query, 'cycle') === 'annual' ? ' Prices are stated for a month; annual billing is cheaper.' : ''}`;
  }
}

/** Returns the number that a plan must allow: one more than the exceeded bound. */
function needed(query: Query, kind: 'users' | 'assets'): string | undefined {
  const [condition] = conditionsOf(query, kind);
  return condition?.than === 'above' ? String(Number(condition.value) + 1) : condition?.value;
}

/** The number of a plan that can be compared; null for one that is agreed. */
function numberOf(field: string | undefined, plan: Plan): number | null {
  if (field === 'users') return plan.maxUsers;
  if (field === 'assets') return plan.maxAssets;
  return plan.customPricing ? null : plan.pricePerUserMonth;
}

function sayExtreme({ ask, field }: Query, plans: readonly Plan[]): string {
  const isLimit = field === 'users' || field === 'assets';
  const agreed = plans.find((plan) => numberOf(field, plan) === null);
  if (isLimit && ask === 'most' && agreed !== undefined)
    return `${agreed.displayName} allows the most ${field}, as many as agreed.`;
  const known = plans.filter((plan) => numberOf(field, plan) !== null);
  const ranked = known.toSorted((a, b) => (numberOf(field, b) ?? 0) - (numberOf(field, a) ?? 0));
  const top = ask === 'most' ? ranked[0] : ranked.at(-1);
  if (top === undefined) return 'No plan has such a number.';
  if (isLimit) return `${top.displayName} allows the ${ask === 'most' ? 'most' : 'fewest'} ${field}: ${limitsOf(top)}.`;
  return `${top.displayName} has the ${ask === 'most' ? 'highest' : 'lowest'} price: ${priceOf(top)}.`;
}

function comparePlans({ field, order }: Query, plans: readonly Plan[]): Pick<Draft, 'reply'> {
  const say = (plan: Plan) =>
    `${plan.displayName} ${field === 'price' ? priceOf(plan) : field === 'features' ? plan.features.join('; ') : limitsOf(plan)}`;
  const known = plans.filter((plan) => numberOf(field, plan) !== null);
  const ranked = known.toSorted((a, b) => (numberOf(field, b) ?? 0) - (numberOf(field, a) ?? 0));
  const first = order === 'lowest' ? ranked.at(-1) : ranked[0];
  const lead =
    first === undefined || known.length < plans.length || field === 'features'
      ? ''
      : `${first.displayName} has the ${order === 'lowest' ? 'lower' : 'higher'} ${field === 'price' ? 'price' : 'limit'}. `;
  const agreed = field === 'price' && known.length < plans.length ? ' A price that is agreed can’t be compared.' : '';
  return { reply: `${lead}${listed(plans.map(say))}.${agreed}` };
}

const planTable = (plans: readonly Plan[]) =>
  table(
    'Plans',
    ['Plan', 'Price', 'Limits', 'Description'],
    plans.map((plan) => [
      { text: plan.displayName },
      { text: priceOf(plan) },
      { text: limitsOf(plan) },
      { text: plan.description },
    ]),
  );

/** Answers which plans allow that many. */
function answerFits(plans: readonly Plan[], users: number, assets: number): Draft {
  const fits = plans.filter((plan) => (plan.maxUsers ?? users) >= users && (plan.maxAssets ?? assets) >= assets);
  return {
    reply: `${fits.length === 0 ? 'No plan allows' : `${listed(fits.map(({ displayName }) => displayName))} ${fits.length === 1 ? 'allows' : 'allow'}`} ${counted(users, 'user')}${assets === 0 ? '' : ` and ${counted(assets, 'asset')}`}.`,
    citations,
    blocks: [planTable(plans)],
  };
}

async function answerEstimate(turn: Turn, plans: readonly Plan[]): Promise<Draft> {
  const { query } = turn;
  const users = Number(valueIn(query, 'users') ?? 1);
  const assets = valueIn(query, 'assets');
  const billingCycle = valueIn(query, 'cycle') ?? 'monthly';
  const read = await turn.run('estimate_price', { users, assets: assets ?? 0, billingCycle });
  if (!read.ok) return refusedBy(read);
  const rows = plans.flatMap((plan) => {
    const estimate = read.value.estimates.find(({ planId }) => planId === plan.id);
    return estimate === undefined ? [] : [{ plan, ...estimate }];
  });
  const period = billingCycle === 'annual' ? 'a year, billed annually' : 'a month, billed monthly';
  const costs = (amount: number | null) => (amount === null ? 'as agreed' : dollars(amount));
  const spoken = ({ plan, amount, fits }: (typeof rows)[number]) =>
    `${plan.displayName} ${costs(amount)}${fits ? '' : ' (it does not allow that many)'}`;
  const possible = rows
    .filter(({ amount, fits }) => fits && amount !== null)
    .toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
  const [cheapest] = possible;
  const what = `${counted(users, 'user')}${assets === undefined ? ' and no assets' : ` and ${counted(Number(assets), 'asset')}`}`;
  const lead =
    query.ask === 'least' && cheapest !== undefined
      ? `${cheapest.plan.displayName} is the cheapest for ${what}: ${costs(cheapest.amount)} ${period}.`
      : `For ${what}, ${period} without tax: ${listed(rows.map(spoken))}.`;
  return {
    reply: `${lead}${assets === undefined ? ' Each asset costs extra.' : ''}`,
    citations,
    blocks: [
      table(
        'Estimates',
        ['Plan', 'For the period'],
        rows.map(({ plan, amount }) => [{ text: plan.displayName }, { text: costs(amount) }]),
      ),
    ],
  };
}

/** Answers what annual billing saves, from the prices of both cycles. */
async function answerDiscount(turn: Turn): Promise<Draft> {
  const [monthly, annual] = await Promise.all([
    turn.run('estimate_price', { users: 10, assets: 0, billingCycle: 'monthly' }),
    turn.run('estimate_price', { users: 10, assets: 0, billingCycle: 'annual' }),
  ]);
  if (!monthly.ok) return refusedBy(monthly);
  if (!annual.ok) return refusedBy(annual);
  const [month, year] = [monthly.value.estimates[0]?.amount, annual.value.estimates[0]?.amount];
  if (month == null || year == null)
    return { reply: 'The price is agreed with sales, and so is a discount.', outcome: 'unknown' };
  const percent = Math.round((1 - year / (12 * month)) * 10_000) / 100;
  return { reply: `Annual billing costs ${percent} % less than twelve months of monthly billing.`, citations };
}

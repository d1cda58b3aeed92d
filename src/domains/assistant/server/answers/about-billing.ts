import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import { TRIAL_DAYS } from '#domains/billing/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import {
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  signInFirst,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from './turn.ts';

export const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Answers about the plans: prices, limits, features, or an estimate. */
export async function answerPlans(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['plan', 'cycle', 'users'], 'plans');
  if (refused !== undefined) return refused;
  const users = valueIn(query, 'users');
  const cycle = valueIn(query, 'cycle');
  if (users !== undefined) return answerEstimate(turn, users, cycle ?? 'annual');
  const read = await turn.run('list_plans');
  if (!read.ok) return refusedBy(read);
  const wanted = conditionsOf(query, 'plan').map(({ value }) => value);
  const plans = read.value.plans.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const price = (plan: (typeof plans)[number]) =>
    plan.customPricing
      ? 'as agreed'
      : `${dollars(plan.pricePerUserMonth)} per user and ${dollars(plan.pricePerAssetMonth)} per asset a month`;
  const limits = (plan: (typeof plans)[number]) =>
    `${plan.maxUsers === null ? 'users as agreed' : `up to ${counted(plan.maxUsers, 'user')}`}, ${plan.maxAssets === null ? 'assets as agreed' : `up to ${counted(plan.maxAssets, 'asset')}`}`;
  const ranked = query.ask === 'most' || query.ask === 'least';
  const priced = plans
    .filter(({ customPricing }) => !customPricing)
    .toSorted((a, b) => a.pricePerUserMonth - b.pricePerUserMonth);
  const top = query.ask === 'most' ? priced.at(-1) : priced[0];
  const [one] = plans;
  const reply =
    ranked && top !== undefined
      ? `${top.displayName} has the ${query.ask === 'most' ? 'highest' : 'lowest'} price: ${price(top)}.`
      : wanted.length === 1 && one !== undefined
        ? query.field === 'features'
          ? `${one.displayName} includes: ${listed(one.features)}.`
          : `${one.displayName} costs ${price(one)}, with ${limits(one)}.`
        : `There are ${counted(plans.length, 'plan')}: ${listed(plans.map((plan) => `${plan.displayName} (${price(plan)})`))}.`;
  return {
    reply:
      cycle === 'annual' && wanted.length > 0
        ? `${reply} Prices are stated for a month; annual billing is cheaper.`
        : reply,
    citations: [citeScreen('Subscription', '/subscription')],
    blocks: [
      table(
        'Plans',
        ['Plan', 'Price', 'Limits', 'Description'],
        plans.map((plan) => [
          { text: plan.displayName },
          { text: price(plan) },
          { text: limits(plan) },
          { text: plan.description },
        ]),
      ),
    ],
  };
}

async function answerEstimate(turn: Turn, users: string, billingCycle: string): Promise<Draft> {
  const read = await turn.run('estimate_price', { users, billingCycle });
  if (!read.ok) return refusedBy(read);
  const wanted = conditionsOf(turn.query, 'plan').map(({ value }) => value);
  const rows = read.value.estimates.filter(({ planId }) => wanted.length === 0 || wanted.includes(planId));
  const say = ({ planId, amount, fits }: (typeof rows)[number]) =>
    `${planId} ${amount === null ? 'as agreed' : dollars(amount)}${fits ? '' : ' (allows fewer)'}`;
  return {
    reply: `For ${counted(Number(users), 'user')} and 100 assets, ${billingCycle}: ${listed(rows.map(say))}.`,
    citations: [citeScreen('Subscription', '/subscription')],
    blocks: [
      table(
        'Estimates',
        ['Plan', 'For the period'],
        rows.map((row) => [{ text: row.planId }, { text: row.amount === null ? 'as agreed' : dollars(row.amount) }]),
      ),
    ],
  };
}

/** Answers about the caller's own subscription. */
export async function answerSubscription(turn: Turn): Promise<Draft> {
  if (/\btrial\b/i.test(turn.message) && turn.query.where.length === 0)
    return {
      reply: `${turn.query.ask === 'whether' ? 'Yes, there is' : 'There is'} a trial of ${TRIAL_DAYS} days, once for each account. When it ends without billing details, it expires and nothing is charged.`,
      citations: [citeScreen('Subscription', '/subscription')],
    };
  if (turn.username === undefined) return signInFirst;
  const refused = unsupported(turn.query, ['mine', 'cycle'], 'your subscription');
  if (refused !== undefined) return refused;
  const read = await turn.run('read_subscription');
  if (!read.ok) return refusedBy(read);
  const { subscription, plan } = read.value;
  if (subscription === null || plan === null)
    return { reply: 'You have no subscription.', citations: [citeScreen('Subscription', '/subscription')] };
  return {
    reply: `Your plan is ${plan.displayName}, ${subscription.status}, billed ${subscription.billingCycle}, for ${counted(subscription.userCount, 'user')} and ${counted(subscription.assetCount, 'asset')}. The period ends on ${spokenTime(subscription.currentPeriodEnd)}.${subscription.trialEnd === null ? '' : ` The trial ends on ${spokenTime(subscription.trialEnd)}.`}`,
    citations: [citeScreen('Subscription', '/subscription')],
  };
}

/** Answers about the caller's own invoices. */
export async function answerInvoices(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const refused = unsupported(turn.query, ['mine'], 'your invoices');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_invoices', { limit: 25 });
  if (!read.ok) return refusedBy(read);
  const { billingHistory, pagination } = read.value;
  return {
    reply: `You have ${counted(pagination.total, 'invoice')}.`,
    citations: [citeScreen('Subscription', '/subscription')],
    blocks:
      billingHistory.length === 0
        ? []
        : [
            table(
              'Invoices',
              ['Number', 'Date', 'Amount', 'Status'],
              billingHistory.map(({ number, billingDate, amount, status }) => [
                { text: number ?? 'draft' },
                { text: billingDate.slice(0, 10) },
                { text: dollars(amount) },
                { text: status },
              ]),
              pagination.total,
            ),
          ],
  };
}

/** Answers what the caller uses of its plan. */
export async function answerUsage(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const refused = unsupported(turn.query, ['mine'], 'your usage');
  if (refused !== undefined) return refused;
  const read = await turn.run('read_usage');
  if (!read.ok) return refusedBy(read);
  const { users, assets, maxUsers, maxAssets } = read.value;
  return {
    reply: `You use ${counted(users, 'user')}${maxUsers === null ? '' : ` of ${total(maxUsers)}`} and ${counted(assets, 'asset')}${maxAssets === null ? '' : ` of ${total(maxAssets)}`}.`,
    citations: [citeScreen('Subscription', '/subscription')],
  };
}

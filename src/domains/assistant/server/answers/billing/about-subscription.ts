import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { Plan, readBillingAccount, readSubscription } from '#domains/billing/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
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
} from '../turn.ts';
import { dollars } from './about-plans.ts';

const citations = [citeScreen('Subscription', '/subscription')];
type Subscription = NonNullable<ResponseIn<typeof readSubscription>['subscription']>;

/** Answers about the caller's own subscription. */
export async function answerSubscription(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const { query } = turn;
  const refused = unsupported(query, ['mine', 'cycle', 'plan', 'it'], 'your subscription');
  if (refused !== undefined) return refused;
  const [read, account] = await Promise.all([turn.run('read_subscription'), turn.run('read_billing_account')]);
  if (!read.ok) return refusedBy(read);
  if (!account.ok) return refusedBy(account);
  const { subscription, plan } = read.value;
  if (subscription === null || plan === null)
    return {
      reply: `${query.ask === 'whether' ? 'No, you' : 'You'} have no subscription${account.value.paidBy === null ? '' : ` of your own: ${account.value.paidBy} pays for you`}.${account.value.canTry ? ' You can still start the trial.' : ''}`,
      citations,
    };
  return { reply: say(turn, subscription, plan, account.value), citations };
}

function say(
  { query, now }: Turn,
  subscription: Subscription,
  plan: Plan,
  account: ResponseIn<typeof readBillingAccount>,
): string {
  const { status, billingCycle, userCount, assetCount, currentPeriodEnd, trialEnd } = subscription;
  const verdict = (is: boolean) => (query.ask === 'whether' ? (is ? 'Yes, ' : 'No, ') : '');
  const yours = query.ask === 'whether' ? 'your' : 'Your';
  const ends = subscription.cancelAtPeriodEnd
    ? `it ends on ${spokenTime(currentPeriodEnd)}`
    : `the period ends on ${spokenTime(currentPeriodEnd)}`;
  const cycle = valueIn(query, 'cycle');
  const named = conditionsOf(query, 'plan')[0]?.value;
  if (named !== undefined) return `${verdict(named === plan.id)}${yours} plan is ${plan.displayName}.`;
  if (cycle !== undefined && query.field === undefined)
    return `${verdict(cycle === billingCycle)}${yours} subscription is billed ${billingCycle}.`;
  switch (query.field) {
    case 'status':
      return `Your subscription to ${plan.displayName} is ${status === 'trial' ? 'in trial (status trial)' : status}; ${ends}.`;
    case 'cycle':
      return `Your subscription is billed ${billingCycle}${status === 'trial' ? ' after the trial' : ''}.`;
    case 'users':
      return `Your subscription is for ${counted(userCount, 'user')}; ${plan.displayName} allows ${plan.maxUsers === null ? 'as many as agreed' : total(plan.maxUsers)}.`;
    case 'assets':
      return `Your subscription is for ${counted(assetCount, 'asset')}; ${plan.displayName} allows ${plan.maxAssets === null ? 'as many as agreed' : total(plan.maxAssets)}.`;
    case 'limits':
      return `Your plan ${plan.displayName} allows ${plan.maxUsers === null ? 'users as agreed' : counted(plan.maxUsers, 'user')} and ${plan.maxAssets === null ? 'assets as agreed' : counted(plan.maxAssets, 'asset')}.`;
    case 'features':
      return `Your plan ${plan.displayName} includes: ${listed(plan.features)}.`;
    case 'price':
      return plan.customPricing
        ? `The price of your plan ${plan.displayName} is agreed with sales.`
        : `Your plan ${plan.displayName} costs ${dollars(plan.pricePerUserMonth)} per user and ${dollars(plan.pricePerAssetMonth)} per asset a month, for ${counted(userCount, 'user')} and ${counted(assetCount, 'asset')}, billed ${billingCycle}.`;
    case 'end': {
      const end = status === 'trial' && trialEnd !== null ? trialEnd : currentPeriodEnd;
      const days = Math.ceil((Date.parse(end) - Math.max(now, Date.parse(account.now))) / 86_400_000);
      return `${status === 'trial' ? 'Your trial' : subscription.cancelAtPeriodEnd ? 'Your subscription' : 'The period of your subscription'} ends on ${spokenTime(end)}, in ${counted(Math.max(0, days), 'day')}.`;
    }
    case 'next':
      return sayNext(subscription, plan);
    case 'start':
      return `The current period of your subscription to ${plan.displayName} began on ${spokenTime(subscription.currentPeriodStart)}.`;
    case 'payer':
      return `You pay for your subscription to ${plan.displayName} yourself.`;
    default:
      return `${verdict(true)}${yours} plan is ${plan.displayName}, ${status}, billed ${billingCycle}, for ${counted(userCount, 'user')} and ${counted(assetCount, 'asset')}. The period ends on ${spokenTime(currentPeriodEnd)}.${trialEnd === null ? '' : ` The trial ends on ${spokenTime(trialEnd)}.`}`;
  }
}

const sayNext = ({ status, cancelAtPeriodEnd, currentPeriodEnd, billingCycle }: Subscription, plan: Plan): string =>
  status === 'cancelled' || status === 'expired' || cancelAtPeriodEnd
    ? `There is no next invoice: your subscription to ${plan.displayName} ${status === 'cancelled' || status === 'expired' ? 'has ended' : `ends on ${spokenTime(currentPeriodEnd)}`}.`
    : `The next invoice for ${plan.displayName}, billed ${billingCycle}, comes on ${spokenTime(currentPeriodEnd)}${status === 'trial' ? ', when the trial ends, if you have entered billing details' : ''}.`;

/** Answers about the caller's own invoices. */
export async function answerInvoices(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const { query } = turn;
  const refused = unsupported(query, ['mine', 'period', 'year', 'it'], 'your invoices');
  if (refused !== undefined) return refused;
  const [read, account] = await Promise.all([
    turn.run('list_invoices', { limit: 100 }),
    turn.run('read_billing_account'),
  ]);
  if (!read.ok) return refusedBy(read);
  if (!account.ok) return refusedBy(account);
  const { billingHistory, pagination } = read.value;
  if (pagination.total > billingHistory.length)
    return {
      reply: `You have ${counted(pagination.total, 'invoice')}, more than I can add up. They are on the screen Subscription.`,
      outcome: 'clarify',
      citations,
    };
  const [period] = conditionsOf(query, 'period');
  const year = valueIn(query, 'year');
  const all = billingHistory.filter(
    ({ billingDate }) =>
      (period?.from === undefined || billingDate.slice(0, 10) >= period.from) &&
      (period?.to === undefined || billingDate.slice(0, 10) <= period.to) &&
      (year === undefined || billingDate.startsWith(year)),
  );
  const during = period === undefined && year === undefined ? '' : ` of ${period?.value ?? year}`;
  const open = all.filter(({ due, state }) => state === 'open' && due > 0);
  const paid = all.filter(({ state }) => state === 'paid');
  const sum = (amounts: readonly number[]) =>
    dollars(amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100);
  const verdict = (is: boolean) => (query.ask === 'whether' ? (is ? 'Yes. ' : 'No. ') : '');
  const [last] = all;
  const { owed, overdue, credit } = account.value;
  const reply =
    query.field === 'overdue'
      ? `${verdict(overdue > 0)}${dollars(overdue)} of your invoices is overdue.`
      : query.field === 'unpaid'
        ? `${verdict(open.length > 0)}You have ${counted(open.length, 'unpaid invoice')}${during}, and owe ${during === '' ? dollars(owed) : sum(open.map(({ due }) => due))}.`
        : query.field === 'credit'
          ? `You have ${dollars(credit)} of credit.`
          : query.field === 'paid'
            ? `${verdict(paid.length > 0)}You have ${counted(paid.length, 'paid invoice')}${during}, ${sum(paid.map((one) => one.paid + one.credit))} together.`
            : query.order === 'newest' && last !== undefined
              ? `Your last invoice is ${last.number ?? 'a draft'} of ${last.billingDate.slice(0, 10)}, over ${dollars(last.amount)}, ${last.status}: ${last.description}.`
              : `You have ${counted(all.length, 'invoice')}${during}${open.length === 0 ? '' : `, ${open.length} of them unpaid, and owe ${dollars(owed)}`}.`;
  const shown = query.field === 'unpaid' ? open : query.field === 'paid' ? paid : all;
  return {
    reply,
    citations,
    blocks:
      shown.length === 0
        ? []
        : [
            table(
              'Invoices',
              ['Number', 'Date', 'Amount', 'Due', 'Status'],
              shown.map(({ number, billingDate, amount, due, status }) => [
                { text: number ?? 'draft' },
                { text: billingDate.slice(0, 10) },
                { text: dollars(amount) },
                { text: dollars(due) },
                { text: status },
              ]),
            ),
          ],
  };
}

/** Answers about the caller's usage of its plan, and the members of its team. */
export async function answerUsage(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const refused = unsupported(turn.query, ['mine', 'it'], 'your usage');
  if (refused !== undefined) return refused;
  if (turn.query.field === 'team') return answerTeam(turn);
  const read = await turn.run('read_usage');
  if (!read.ok) return refusedBy(read);
  const { users, assets, maxUsers, maxAssets } = read.value;
  const of = (max: number | null) => (max === null ? '' : ` of ${total(max)}`);
  const left =
    maxUsers === null
      ? ''
      : ` ${counted(Math.max(0, maxUsers - users), 'seat')} ${maxUsers - users === 1 ? 'is' : 'are'} left.`;
  return {
    reply:
      turn.query.field === 'assets'
        ? `You use ${counted(assets, 'asset')}${of(maxAssets)}${maxAssets === null ? '' : `: ${total(Math.max(0, maxAssets - assets))} more are allowed`}. Users: ${total(users)}${of(maxUsers)}.`
        : `You use ${counted(users, 'user')}${of(maxUsers)} and ${counted(assets, 'asset')}${of(maxAssets)}.${left}`,
    citations,
  };
}

async function answerTeam(turn: Turn): Promise<Draft> {
  const read = await turn.run('read_team');
  if (!read.ok) return refusedBy(read);
  const { members, seats, payer, invites } = read.value;
  return {
    reply: `Your team has ${counted(seats, 'user')}, and ${payer} pays: ${listed(members.slice(0, 15).map(({ username, kind }) => `${username} (${kind})`))}${members.length > 15 ? ' and others' : ''}.${invites.length === 0 ? '' : ` ${counted(invites.length, 'invite')} ${invites.length === 1 ? 'is' : 'are'} open.`}`,
    citations,
  };
}

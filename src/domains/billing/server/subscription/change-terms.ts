import {
  type BillingCycle,
  changeLines,
  detailsMissing,
  newestPlan,
  type PlanId,
  type PlanVersion,
  periodOf,
  sumOf,
  type Terms,
  unpaid,
} from '#domains/billing/contract.ts';
import { AppError, type FieldError, validationFailed } from '#platform/contract/errors.ts';
import {
  beginPeriods,
  type Circumstances,
  detailOf,
  type Event,
  type Step,
  type SubscriptionState,
  titleOf,
} from './subscription-state.ts';

/** A requested change. Absent fields stay. */
export type TermsChange = {
  readonly planId?: PlanId | undefined;
  readonly billingCycle?: BillingCycle | undefined;
  readonly userCount?: number | undefined;
  readonly assetCount?: number | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  /** The reason for the cancellation. */
  readonly cancelReason?: string | undefined;
};

/**
 * Returns the result of a change of a subscription. Increases apply immediately, and the rest of the period is charged; reductions apply when the
 * period ends. Nothing is ever paid back: where a higher plan costs less, the difference reduces the cost of further changes of the period. An
 * ended subscription begins again only with a named plan, so a late request to resume buys nothing.
 *
 * @throws AppError `request.invalid` naming the field, `billing.details_missing`, `billing.unpaid`
 */
export function changeTerms(
  state: SubscriptionState,
  change: TermsChange,
  now: number,
  { hasDetails, isReadOnly, standingCents }: Circumstances,
): Step {
  const target = apply(state.nextTerms ?? state.terms, state.terms, change, () => true);
  requireFits(target, change);
  if (state.endedAt !== undefined) {
    if (change.cancelAtPeriodEnd === true) throw invalid('cancelAtPeriodEnd', 'it has already ended');
    if (change.planId === undefined) throw invalid('planId', 'it has ended. Name the plan that is to begin');
    requirePaid(isReadOnly);
    requireDetails(hasDetails);
    return beginPeriods(state, target, now);
  }
  const cancelAtPeriodEnd = change.cancelAtPeriodEnd ?? state.cancelAtPeriodEnd;
  const cancels: Event[] =
    cancelAtPeriodEnd === state.cancelAtPeriodEnd
      ? []
      : [
          {
            at: now,
            kind: cancelAtPeriodEnd ? 'cancellation_asked' : 'cancellation_taken_back',
            detail: { end: state.period.end, reason: change.cancelReason ?? null },
          },
        ];
  if (state.status === 'trial') {
    const changed = isSame(target, state.terms) ? [] : [{ at: now, kind: 'terms_changed', detail: detailOf(target) }];
    return {
      state: { ...state, terms: target, cancelAtPeriodEnd },
      events: [...changed, ...cancels],
      charge: undefined,
    };
  }
  const terms = apply(state.terms, state.terms, change, grows);
  requireFits(terms, change);
  const nextTerms = isSame(target, terms) ? undefined : target;
  const later: Event[] =
    nextTerms !== undefined && !(state.nextTerms && isSame(nextTerms, state.nextTerms))
      ? [{ at: now, kind: 'terms_change_later', detail: { ...detailOf(nextTerms), end: state.period.end } }]
      : [];
  const next = { ...state, nextTerms, cancelAtPeriodEnd };
  if (isSame(terms, state.terms)) return { state: next, events: [...later, ...cancels], charge: undefined };
  const { state: charged, charge } = chargeRest(next, terms, now, standingCents);
  return {
    state: charged,
    events: [{ at: now, kind: 'terms_changed', detail: detailOf(terms) }, ...later, ...cancels],
    charge,
  };
}

/** The tolerance in cents: lines are rounded one by one, so the rest of a period may differ this much from its invoices. */
const ROUNDING_CENTS = 4;

/** Charges the rest of the period at new terms, less the earlier charge that remains. */
function chargeRest(
  state: SubscriptionState,
  terms: Terms,
  now: number,
  standing = Number.POSITIVE_INFINITY,
): Pick<Step, 'state' | 'charge'> {
  const startsAnew = terms.cycle !== state.terms.cycle;
  const period = startsAnew ? periodOf(now, terms.cycle, 0) : state.period;
  const lines = changeLines(state.terms, terms, now, { old: state.period, new: period });
  const unused = -sumOf(lines.filter(({ kind }) => kind === 'unused'));
  const notCharged = unused - standing > ROUNDING_CENTS ? unused - standing : 0;
  const ahead = Math.min(state.paidAheadCents, Math.max(0, standing - unused));
  const total = sumOf(lines) + notCharged;
  const used = Math.max(0, Math.min(total, ahead));
  const next = {
    ...state,
    ...(startsAnew ? { anchor: now, periodNumber: 0, period, dueAt: period.end } : {}),
    terms,
    paidAheadCents: ahead - used + Math.max(0, -total),
  };
  if (total - used <= 0) return { state: next, charge: undefined };
  const title = startsAnew ? titleOf(terms) : `Change to ${titleOf(terms)}`;
  return {
    state: next,
    charge: {
      ...{ at: now, title, lines, paidAheadCents: used, notChargedCents: notCharged },
      period: { start: now, end: period.end },
    },
  };
}

/** Applies to `base` the fields of a change whose effect on the current terms satisfies `passes`. */
function apply(
  base: Terms,
  current: Terms,
  { planId, billingCycle, userCount, assetCount }: TermsChange,
  passes: (field: keyof Terms, current: Terms, wanted: Terms) => boolean,
): Terms {
  const plan = planId === undefined || planId === current.plan.id ? current.plan : subscribable(planId);
  const wanted: Terms = {
    plan: planId === undefined ? base.plan : plan,
    cycle: billingCycle ?? base.cycle,
    users: userCount ?? base.users,
    assets: assetCount ?? base.assets,
  };
  const take = <Field extends keyof Terms>(field: Field): Terms[Field] =>
    passes(field, current, wanted) ? wanted[field] : base[field];
  return { plan: take('plan'), cycle: take('cycle'), users: take('users'), assets: take('assets') };
}

/** Reports whether a change increases a field. */
function grows(field: keyof Terms, current: Terms, wanted: Terms): boolean {
  if (field === 'plan') return wanted.plan.rank > current.plan.rank;
  if (field === 'cycle') return wanted.cycle === 'annual' && current.cycle === 'monthly';
  return wanted[field] > current[field];
}

const isSame = (one: Terms, other: Terms) =>
  one.plan === other.plan && one.cycle === other.cycle && one.users === other.users && one.assets === other.assets;

/**
 * Returns the newest version of a plan that anyone can subscribe to.
 *
 * @throws AppError `request.invalid`
 */
export function subscribable(planId: PlanId): PlanVersion {
  const plan = newestPlan(planId);
  if (!plan.customPricing) return plan;
  throw invalid('planId', `the price of ${plan.displayName} is agreed with each customer: contact sales`);
}

/**
 * Refuses more users or assets than the plan allows.
 *
 * @throws AppError `request.invalid`
 */
export function requireFits(
  { plan, users, assets }: Terms,
  named: { userCount?: unknown; assetCount?: unknown },
): void {
  const check = (field: 'userCount' | 'assetCount', count: number, max: number) => {
    if (count <= max) return;
    const most = `${plan.displayName} allows at most ${max.toLocaleString('en-US')}`;
    if (named[field] !== undefined)
      throw invalid(field, `${most}. Choose a higher plan for ${count.toLocaleString('en-US')}.`);
    throw invalid('planId', `${most} as ${field}, and it is ${count.toLocaleString('en-US')}: change both.`);
  };
  check('userCount', users, plan.maxUsers);
  check('assetCount', assets, plan.maxAssets);
}

function requirePaid(isReadOnly: boolean): void {
  if (!isReadOnly) return;
  throw new AppError(unpaid, 'An overdue invoice is unpaid.', {
    hint: 'Pay it on the page Subscription, in Billing History. Then a subscription can begin.',
  });
}

function requireDetails(hasDetails: boolean): void {
  if (hasDetails) return;
  throw new AppError(detailsMissing, 'An invoice needs a name and an address.', {
    hint: 'Save your billing details first: PUT /api/subscription/billing-details.',
  });
}

function invalid(field: string, message: string): AppError {
  const errors: FieldError[] = [{ in: 'body', pointer: `/${field}`, message: `${field}: ${message}` }];
  return new AppError(validationFailed, `${field}: ${message}`, { errors });
}

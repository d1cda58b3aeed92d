import {
  type Period,
  type PriceLine,
  periodLines,
  periodOf,
  type SubscriptionStatus,
  type Terms,
  TRIAL_DAYS,
  TRIAL_REMINDER_DAYS,
} from '#domains/billing/contract.ts';

export const DAY_SECONDS = 86_400;

/** The state of a subscription at a time. All times are in seconds since 1970, in the billing time of its account. */
export type SubscriptionState = {
  readonly status: SubscriptionStatus;
  readonly terms: Terms;
  /** The terms from the next period on, where they differ. */
  readonly nextTerms: Terms | undefined;
  /** The time from which periods are counted. */
  readonly anchor: number;
  readonly periodNumber: number;
  readonly period: Period;
  readonly trialEnd: number | undefined;
  readonly cancelAtPeriodEnd: boolean;
  /** The excess charged for this period beyond its current cost, in cents. It reduces the cost of further changes of the period. */
  readonly paidAheadCents: number;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** The time of the next automatic step. */
  readonly dueAt: number | undefined;
};

/** The content of a charge: the lines before tax, and lines for prepaid amounts and for an unused rest without a charge. */
export type NewCharge = {
  readonly at: number;
  readonly title: string;
  readonly lines: readonly PriceLine[];
  readonly paidAheadCents: number;
  readonly notChargedCents: number;
  readonly period: Period;
};

export type Event = {
  readonly at: number;
  readonly kind: string;
  readonly detail?: Readonly<Record<string, string | number | null>>;
};

/** The result of a step of time or a change of a subscription. */
export type Step = {
  readonly state: SubscriptionState;
  readonly events: readonly Event[];
  readonly charge: NewCharge | undefined;
};

/** The facts that decide a step besides the subscription itself. */
export type Circumstances = {
  /** Whether the account has billing details. */
  readonly hasDetails: boolean;
  /** Whether the account is read-only because of an unpaid invoice. */
  readonly isReadOnly: boolean;
  /** The charge that remains for the rest of the period, in cents without tax. Undefined if all of it does. */
  readonly standingCents?: number | undefined;
};

/** Returns a trial that begins now. */
export function beginTrial(terms: Terms, now: number): SubscriptionState {
  const end = now + TRIAL_DAYS * DAY_SECONDS;
  return {
    ...{ status: 'trial', terms, nextTerms: undefined, anchor: now, periodNumber: 0, period: { start: now, end } },
    ...{ trialEnd: end, cancelAtPeriodEnd: false, paidAheadCents: 0, startedAt: now, endedAt: undefined },
    dueAt: end - TRIAL_REMINDER_DAYS * DAY_SECONDS,
  };
}

/** Returns a paid subscription that begins now, with its first charge. */
export function beginPeriods(before: SubscriptionState, terms: Terms, at: number): Step {
  const period = periodOf(at, terms.cycle, 0);
  const state: SubscriptionState = {
    ...before,
    ...{ status: 'active', terms, nextTerms: undefined, anchor: at, periodNumber: 0, period },
    ...{ cancelAtPeriodEnd: false, paidAheadCents: 0, endedAt: undefined, dueAt: period.end },
  };
  return { state, events: [{ at, kind: 'subscription_began', detail: detailOf(terms) }], charge: chargeOf(state, at) };
}

/**
 * Returns the next automatic step at or before `now`, or undefined if there is none. Repeat it until then: after a year without a
 * server, each period has its own invoice.
 */
export function nextStep(state: SubscriptionState, now: number, circumstances: Circumstances): Step | undefined {
  const { status, dueAt, period, trialEnd } = state;
  if (dueAt === undefined || dueAt > now) return undefined;
  if (status === 'trial' && trialEnd !== undefined) {
    if (dueAt < trialEnd)
      return step({ ...state, dueAt: trialEnd }, { at: dueAt, kind: 'trial_ends_soon', detail: { end: trialEnd } });
    if (state.cancelAtPeriodEnd) return end(state, 'cancelled', trialEnd, 'trial_cancelled');
    if (!circumstances.hasDetails) return end(state, 'expired', trialEnd, 'trial_expired');
    return beginPeriods(state, state.terms, trialEnd);
  }
  if (state.cancelAtPeriodEnd) return end(state, 'cancelled', period.end, 'subscription_ended');
  // An account that does not pay is not charged for another period.
  if (circumstances.isReadOnly) return end(state, 'cancelled', period.end, 'subscription_ended_unpaid');
  return renew(state);
}

function renew(state: SubscriptionState): Step {
  const { terms: before, period, anchor, periodNumber } = state;
  const terms = state.nextTerms ?? before;
  const isSameCycle = terms.cycle === before.cycle;
  const counted = isSameCycle ? { anchor, periodNumber: periodNumber + 1 } : { anchor: period.end, periodNumber: 0 };
  const next = periodOf(counted.anchor, terms.cycle, counted.periodNumber);
  const renewed = {
    ...state,
    ...counted,
    terms,
    nextTerms: undefined,
    period: next,
    paidAheadCents: 0,
    dueAt: next.end,
  };
  const events =
    state.nextTerms === undefined ? [] : [{ at: next.start, kind: 'terms_changed', detail: detailOf(terms) }];
  return { state: renewed, events, charge: chargeOf(renewed, next.start) };
}

/** Returns the charge of a whole period; undefined if it costs nothing. */
function chargeOf({ terms, period }: SubscriptionState, at: number): NewCharge | undefined {
  const lines = periodLines(terms, period);
  if (lines.length === 0) return undefined;
  return { at, title: titleOf(terms), lines, paidAheadCents: 0, notChargedCents: 0, period };
}

export const titleOf = ({ plan, cycle }: Terms): string => `${plan.displayName}, ${cycle}`;

export const detailOf = ({ plan, cycle, users, assets }: Terms) => ({ plan: plan.id, cycle, users, assets });

const step = (state: SubscriptionState, event: Event): Step => ({ state, events: [event], charge: undefined });

const end = (state: SubscriptionState, status: 'cancelled' | 'expired', at: number, kind: string): Step =>
  step(
    { ...state, status, endedAt: at, dueAt: undefined, nextTerms: undefined, cancelAtPeriodEnd: false },
    { at, kind },
  );

/** Returns a trial extended by some days, even if it has expired; undefined for anything but a trial. */
export function extendTrial(state: SubscriptionState, days: number, now: number): SubscriptionState | undefined {
  const { status, trialEnd, period } = state;
  if (trialEnd === undefined || (status !== 'trial' && status !== 'expired')) return undefined;
  const extended = Math.max(trialEnd, status === 'expired' ? now : trialEnd) + days * DAY_SECONDS;
  return {
    ...state,
    ...{ status: 'trial', trialEnd: extended, period: { start: period.start, end: extended }, endedAt: undefined },
    dueAt: Math.max(now, extended - TRIAL_REMINDER_DAYS * DAY_SECONDS),
  };
}

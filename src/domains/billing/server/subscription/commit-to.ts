import { hashJson } from '../hash-json.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** The inputs of a subscription's hashes. Without the secret, terms cannot be guessed from them. */
export type Committed = { readonly subscriptionId: string; readonly secret: Buffer };

/** An event as covered by its hash. `at` in seconds since 1970. */
export type CommittedEvent = {
  readonly at: number;
  readonly kind: string;
  readonly invoiceId?: string | null | undefined;
  readonly detail?: Readonly<Record<string, string | number | null>> | undefined;
  readonly by?: string | null | undefined;
};

/** Returns the SHA-256, in hex, of a subscription's state, account and secret as canonical JSON (RFC 8785). */
export function hashState({ subscriptionId, secret }: Committed, accountId: string, state: SubscriptionState): string {
  const termsOf = ({ plan, cycle, users, assets }: SubscriptionState['terms']) => ({
    ...{ plan: plan.id, version: plan.version },
    ...{ cycle, users, assets },
  });
  const { status, anchor, periodNumber, period, cancelAtPeriodEnd, paidAheadCents, startedAt } = state;
  return hashJson({
    ...{ subscriptionId, secret: secret.toString('hex'), accountId, status, terms: termsOf(state.terms) },
    nextTerms: state.nextTerms === undefined ? null : termsOf(state.nextTerms),
    ...{ anchor, periodNumber, start: period.start, end: period.end, cancelAtPeriodEnd, paidAheadCents, startedAt },
    ...{ trialEnd: state.trialEnd ?? null, endedAt: state.endedAt ?? null, dueAt: state.dueAt ?? null },
  });
}

/** Returns the SHA-256, in hex, of the events of a change, in their order, and of the secret. */
export const hashEvents = ({ subscriptionId, secret }: Committed, events: readonly CommittedEvent[]): string =>
  hashJson({
    subscriptionId,
    secret: secret.toString('hex'),
    events: events.map(({ at, kind, invoiceId = null, detail = {}, by = null }) => ({
      ...{ at, kind, invoiceId, by },
      detail: Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined)),
    })),
  });

import { type changeSubscription as changeRoute, noSubscription } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { claimIdempotencyKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { invoiceOf } from '../invoices/drafts.ts';
import { issue } from '../invoices/issue-invoices.ts';
import { readStanding } from '../invoices/standing.ts';
import { runDue } from '../runs/run-due.ts';
import { refusePaidByAnother } from '../team/lock-teams.ts';
import { changeTerms } from './change-terms.ts';
import { readCommitted } from './committed-states.ts';
import { describeSubscribed } from './describe-subscription.ts';
import { recordChanges } from './record-changes.ts';
import { requireShownAmount, SHOWN_SECONDS } from './require-shown-amount.ts';
import { isOff } from './start-trial.ts';
import { type Customer, lockCustomers } from './subscription-rows.ts';
import type { SubscriptionState } from './subscription-state.ts';

/**
 * Changes the subscription of the caller: its terms, what happens when the period ends, and the invoice of the change commit together. Due steps
 * are taken first, so that the change applies to the current period.
 *
 * @throws AppError `billing.no_subscription`, `billing.details_missing`, `billing.unpaid`, `billing.paid_by_another`, `billing.amount_changed`, `billing.off`, `request.invalid` naming the field
 * @throws DamagedSubscription
 */
export async function changeSubscription(
  billing: Billing,
  caller: Account,
  request: BodyIn<typeof changeRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof changeRoute>> {
  const { database, clock, config } = billing;
  const { amount, ...change } = request;
  if (!config.enabled) throw isOff();
  // Before anything is decided by the stored row.
  await readCommitted(database, [caller.id]);
  await runDue(billing, { accountId: caller.id });
  const fingerprint = fingerprintOf(JSON.stringify(['change', request]));
  const { state, issued } = await database.transaction().execute(async (tx) => {
    await refusePaidByAnother(tx, caller.id);
    const [customer] = await lockCustomers(tx, [caller.id]);
    requireSubscription(customer);
    const { subscription } = customer;
    const claim = { scope: `billing:${caller.id}`, key, fingerprint, subject: caller.id };
    if ((await claimIdempotencyKey(tx, claim)) !== undefined) return { state: subscription, issued: [] };
    const now = secondsOf(clock) + customer.clockOffsetSeconds;
    const stepAt = async (at: number) => {
      const standingCents = await readStanding(tx, caller.id, subscription.period, at);
      return changeTerms(subscription, change, at, { ...circumstancesOf(customer), standingCents });
    };
    const step = await stepAt(now);
    if (amount !== undefined) {
      const shown = await stepAt(Math.max(Math.min(now, subscription.period.start), now - SHOWN_SECONDS));
      const charges = [step.charge, shown.charge] as const;
      await requireShownAmount(tx, billing, caller.id, { shownCents: Math.round(amount * 100), charges });
    }
    const events = step.events.map((event) => ({ ...event, accountId: caller.id, by: caller.username }));
    const issued = await issue(tx, billing, step.charge === undefined ? [] : [invoiceOf(caller.id, step.charge)]);
    await recordChanges(tx, [{ accountId: caller.id, state: step.state, events }], clock);
    return { state: step.state, issued };
  });
  for (const { invoiceId } of issued) await billing.charge(invoiceId);
  return describeSubscribed(state);
}

export const circumstancesOf = ({ hasDetails, readOnlySince }: Customer) => ({
  hasDetails,
  isReadOnly: readOnlySince !== undefined,
});

/** @throws AppError `billing.no_subscription` */
export function requireSubscription(
  customer: Customer | undefined,
): asserts customer is Customer & { readonly subscription: SubscriptionState } {
  if (customer?.subscription !== undefined) return;
  throw new AppError(noSubscription, 'Your account has no subscription.', {
    hint: 'POST /api/subscription/trial starts the trial.',
  });
}

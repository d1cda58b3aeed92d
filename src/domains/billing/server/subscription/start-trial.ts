import { sql } from 'kysely';
import {
  alreadySubscribed,
  billingIsOff,
  type startTrial as startRoute,
  trialUsed,
} from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { claimIdempotencyKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { refusePaidByAnother } from '../team/lock-teams.ts';
import { requireFits, subscribable } from './change-terms.ts';
import { describeSubscribed } from './describe-subscription.ts';
import { recordChanges } from './record-changes.ts';
import { ensureCustomer, lockCustomers } from './subscription-rows.ts';
import { beginTrial, detailOf } from './subscription-state.ts';

/**
 * Starts the trial of an account, once. Of concurrent requests one starts it.
 *
 * @throws AppError `billing.trial_used`, `billing.already_subscribed`, `billing.paid_by_another`, `billing.off`, `request.invalid` naming the field
 */
export async function startTrial(
  billing: Billing,
  caller: Account,
  request: BodyIn<typeof startRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof startRoute>> {
  const { database, clock, config } = billing;
  if (!config.enabled) throw isOff();
  const { planId, userCount, assetCount, billingCycle } = request;
  const terms = { plan: subscribable(planId), cycle: billingCycle, users: userCount, assets: assetCount };
  requireFits(terms, request);
  const fingerprint = fingerprintOf(JSON.stringify(['trial', request]));
  return database.transaction().execute(async (tx) => {
    await refusePaidByAnother(tx, caller.id);
    await ensureCustomer(tx, caller.id);
    const [customer] = await lockCustomers(tx, [caller.id]);
    const claim = { scope: `billing:${caller.id}`, key, fingerprint, subject: caller.id };
    if ((await claimIdempotencyKey(tx, claim)) !== undefined && customer?.subscription !== undefined)
      return describeSubscribed(customer.subscription);
    if (customer?.trialStartedAt !== undefined)
      throw new AppError(trialUsed, 'Your account has used its trial.', { hint: 'Choose a plan to subscribe to.' });
    if (customer?.subscription !== undefined)
      throw new AppError(alreadySubscribed, 'Your account has a subscription.', {
        hint: 'PATCH /api/subscription/subscription changes it.',
      });
    const now = secondsOf(clock) + (customer?.clockOffsetSeconds ?? 0);
    const state = beginTrial(terms, now);
    await sql`
      update billing_accounts set trial_started_at = to_timestamp(${now}::float8) where account_id = ${caller.id}
    `.execute(tx);
    const detail = { ...detailOf(terms), end: state.period.end };
    const event = { accountId: caller.id, at: now, kind: 'trial_started', detail, by: caller.username };
    await recordChanges(tx, [{ accountId: caller.id, state, events: [event] }], clock);
    return describeSubscribed(state);
  });
}

export const isOff = () =>
  new AppError(billingIsOff, 'This server does not bill.', { hint: 'Everything can be used without a subscription.' });

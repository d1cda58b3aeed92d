import { type extendTrial as extendRoute, notInTrial } from '#domains/billing/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { claimIdempotencyKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { requireSubscription } from '../subscription/change-subscription.ts';
import { instant } from '../subscription/describe-subscription.ts';
import { recordChanges } from '../subscription/record-changes.ts';
import { lockCustomers } from '../subscription/subscription-rows.ts';
import { extendTrial } from '../subscription/subscription-state.ts';

/**
 * Extends a trial, with the reason in the history of the account. An expired trial continues from now.
 *
 * @throws AppError `participants.account_not_found`, `billing.no_subscription`, `billing.not_in_trial`
 */
export async function extend(
  { database, clock }: Billing,
  caller: Account,
  username: string,
  { days, reason }: BodyIn<typeof extendRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof extendRoute>> {
  const { id: accountId } = await requireAccount(database, username);
  const fingerprint = fingerprintOf(JSON.stringify(['extend', accountId, days, reason]));
  return database.transaction().execute(async (tx) => {
    const [customer] = await lockCustomers(tx, [accountId]);
    requireSubscription(customer);
    const claim = { scope: `billing:${caller.id}`, key, fingerprint, subject: accountId };
    const isRepeated = (await claimIdempotencyKey(tx, claim)) !== undefined;
    const now = secondsOf(clock) + customer.clockOffsetSeconds;
    const state = isRepeated ? customer.subscription : extendTrial(customer.subscription, days, now);
    if (state?.trialEnd === undefined)
      throw new AppError(notInTrial, `${username} is not in a trial.`, {
        hint: 'Only a running or expired trial can be extended.',
      });
    if (!isRepeated) {
      const detail = { days, reason, end: state.trialEnd };
      const event = { accountId, at: now, kind: 'trial_extended', detail, by: caller.username, isMessage: true };
      await recordChanges(tx, [{ accountId, state, events: [event] }], clock);
    }
    return { trialEnd: instant(state.trialEnd) };
  });
}

/** @throws AppError `participants.account_not_found` */
export async function requireAccount(
  db: Database,
  username: string,
): Promise<{ readonly id: string; readonly username: string }> {
  const found = await findByUsername(db, username);
  if (found !== undefined) return found.account;
  throw new AppError(accountNotFound, `Account ${username} not found.`);
}

import { sql } from 'kysely';
import { TRIAL_REMINDER_DAYS } from '#domains/billing/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { readAltered } from '../subscription/committed-states.ts';
import { DAY_SECONDS, type SubscriptionState } from '../subscription/subscription-state.ts';

const PAGE = 500;

/**
 * Compares all subscriptions with their newest blocks, and restores the time of the next step where it alone was altered: each account is billed when
 * the blocks say. Returns the ids of accounts whose subscriptions differ otherwise; they are logged and stay as they are.
 */
export async function restoreTimes({ database, log }: Pick<Billing, 'database' | 'log'>): Promise<string[]> {
  const altered: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await readAltered(database, { after, limit: PAGE });
    for (const { accountId, state, isStated, index } of page.altered) {
      const dueAt = state && dueTimes(state).find((at) => isStated({ ...state, dueAt: at }));
      if (state === undefined || dueAt === undefined) {
        altered.push(accountId);
        log.error({ account: accountId, block: index }, 'a subscription differs from its block; it is left unchanged');
        continue;
      }
      await restore(database, accountId, state.dueAt, dueAt);
      log.warn(
        { account: accountId, block: index },
        'the next step of a subscription was altered; its time is restored by the block',
      );
    }
    after = page.last;
    if (after === undefined) return altered;
  }
}

/** The times at which a step of a subscription may be due. */
const dueTimes = ({ period, trialEnd }: SubscriptionState): number[] =>
  trialEnd === undefined ? [period.end] : [period.end, trialEnd, trialEnd - TRIAL_REMINDER_DAYS * DAY_SECONDS];

/** Unless a step was taken meanwhile. */
async function restore(db: Database, accountId: string, from: number | undefined, to: number): Promise<void> {
  await sql`
    update billing_subscriptions set due_at = to_timestamp(${to})
    where account_id = ${accountId} and extract(epoch from due_at)::bigint is not distinct from ${from ?? null}::bigint
  `.execute(db);
}

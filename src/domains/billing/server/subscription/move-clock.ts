import { sql } from 'kysely';
import type { moveClock as moveRoute } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError, forbidden } from '#platform/contract/errors.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { runDue } from '../runs/run-due.ts';
import { instant } from './describe-subscription.ts';
import { isOff } from './start-trial.ts';
import { ensureCustomer } from './subscription-rows.ts';
import { DAY_SECONDS } from './subscription-state.ts';

/** Four years and three days: each day of it may cost a step. */
const OFFSET_MAX_SECONDS = 1464 * DAY_SECONDS;

/**
 * Advances the billing time of the caller, and takes the steps that become due. Only a demo can.
 *
 * @throws AppError `request.forbidden` outside of a demo or more than four years ahead, `billing.off`
 */
export async function moveOn(
  billing: Billing,
  caller: Account,
  { days }: BodyIn<typeof moveRoute>,
): Promise<ResponseOut<typeof moveRoute>> {
  const { database, clock, demo, config } = billing;
  if (!config.enabled) throw isOff();
  if (!demo) throw new AppError(forbidden, 'Only a demo can move its billing time.');
  await ensureCustomer(database, caller.id);
  const { rows } = await sql<{ offset: number }>`
    update billing_accounts set clock_offset_seconds = clock_offset_seconds + ${days * DAY_SECONDS}
    where account_id = ${caller.id} and clock_offset_seconds + ${days * DAY_SECONDS} <= ${OFFSET_MAX_SECONDS}
    returning clock_offset_seconds as offset
  `.execute(database);
  const [moved] = rows;
  if (moved === undefined) throw new AppError(forbidden, 'Billing time can be at most four years ahead.');
  await runDue(billing, { accountId: caller.id });
  return { now: instant(secondsOf(clock) + moved.offset) };
}

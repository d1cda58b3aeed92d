import { type BillingAccount, dollarsOf, type readSubscription } from '#domains/billing/contract.ts';
import { type Account, findById } from '#domains/participants/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { sellerOf } from '../documents/seller.ts';
import { readOnlyFrom } from '../dunning/dunning-steps.ts';
import { readCredits } from '../invoices/credits.ts';
import { leftOf, readOwed } from '../invoices/invoice-rows.ts';
import { findPayerId } from '../usage/payer.ts';
import { describeSubscribed, instant } from './describe-subscription.ts';
import { findCustomer } from './subscription-rows.ts';

/** Returns the subscription of the caller with its plan, and null for both without one. */
export async function readOwnSubscription(
  { database }: Billing,
  caller: Account,
): Promise<ResponseOut<typeof readSubscription>> {
  const customer = await findCustomer(database, caller.id);
  if (customer?.subscription === undefined) return { subscription: null, plan: null };
  return describeSubscribed(customer.subscription);
}

/** Returns the caller's data as a customer. */
export async function readAccount(
  { database, clock, config, demo }: Billing,
  caller: Account,
): Promise<BillingAccount> {
  const [payerId, customer, owed, credits] = await Promise.all([
    findPayerId(database, caller.id),
    findCustomer(database, caller.id),
    readOwed(database, caller.id),
    readCredits(database, [caller.id]),
  ]);
  const now = secondsOf(clock) + (customer?.clockOffsetSeconds ?? 0);
  const late = owed.filter(({ dueAt }) => dueAt !== null && dueAt <= now);
  const oldest = late[0]?.dueAt;
  const isReadOnly = customer?.readOnlySince !== undefined;
  const paysItself = payerId === caller.id;
  const sum = (rows: typeof owed) => dollarsOf(rows.reduce((total, row) => total + leftOf(row), 0));
  return {
    now: instant(now),
    enabled: config.enabled,
    paidBy: paysItself ? null : ((await findById(database, payerId))?.account.username ?? null),
    canTry:
      config.enabled && paysItself && customer?.trialStartedAt === undefined && customer?.subscription === undefined,
    hasDetails: customer?.hasDetails ?? false,
    credit: dollarsOf(Math.max(0, credits.get(caller.id) ?? 0)),
    owed: sum(owed),
    overdue: sum(late),
    readOnlySince: customer?.readOnlySince === undefined ? null : instant(customer.readOnlySince),
    readOnlyFrom: oldest === undefined || oldest === null || isReadOnly ? null : instant(readOnlyFrom(oldest)),
    contact: config.contact ?? sellerOf(config.seller, demo).email,
    clockCanMove: demo && config.enabled,
  };
}

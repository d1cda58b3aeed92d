import { sql } from 'kysely';
import { dollarsOf, type listSubscriptions, type readAdministeredBilling } from '#domains/billing/contract.ts';
import { findUsernames } from '#domains/participants/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { describeEvent } from '../describe-event.ts';
import { readEvents } from '../events.ts';
import { readCredits } from '../invoices/credits.ts';
import { listInvoicesOf } from '../invoices/invoice-rows.ts';
import { describeInvoice } from '../invoices/read-invoices.ts';
import { describeSubscription, instant } from '../subscription/describe-subscription.ts';
import { type Customer, findCustomer, readCustomers } from '../subscription/subscription-rows.ts';
import { requireAccount } from './extend-trial.ts';

const INVOICES_SHOWN = 100;
const EVENTS_SHOWN = 200;

/** Lists the subscriptions of all accounts, the newest first. */
export async function listAll(
  { database }: Billing,
  { status, search, page, limit }: QueryIn<typeof listSubscriptions>,
): Promise<ResponseOut<typeof listSubscriptions>> {
  const { customers, total } = await readCustomers(database, { status, search, limit, offset: (page - 1) * limit });
  return { subscriptions: await describeAll(database, customers), pagination: paginate({ page, limit, total }) };
}

/** Returns the subscription of an account with its newest invoices and events. */
export async function readOne(
  { database }: Billing,
  username: string,
): Promise<ResponseOut<typeof readAdministeredBilling>> {
  const { id } = await requireAccount(database, username);
  const [customer, { rows }, events] = await Promise.all([
    findCustomer(database, id),
    listInvoicesOf(database, id, { limit: INVOICES_SHOWN, offset: 0 }),
    readEvents(database, id, EVENTS_SHOWN),
  ]);
  const [subscription] = customer?.subscription === undefined ? [] : await describeAll(database, [customer]);
  return { subscription: subscription ?? null, invoices: rows.map(describeInvoice), events: events.map(describeEvent) };
}

async function describeAll(db: Database, customers: readonly Customer[]) {
  const ids = customers.map(({ accountId }) => accountId);
  const [names, owed, credits] = await Promise.all([findUsernames(db, ids), readOwedBy(db, ids), readCredits(db, ids)]);
  return customers.flatMap(({ accountId, subscription, readOnlySince }) =>
    subscription === undefined
      ? []
      : {
          ...describeSubscription(subscription),
          username: names.get(accountId) ?? '',
          owed: dollarsOf(owed.get(accountId) ?? 0),
          credit: dollarsOf(Math.max(0, credits.get(accountId) ?? 0)),
          readOnlySince: readOnlySince === undefined ? null : instant(readOnlySince),
        },
  );
}

/** Reads the amount due on the open invoices of accounts, in cents. */
async function readOwedBy(db: Database, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select account_id as id, sum(greatest(0, gross_cents - credit_cents - credited_cents - paid_cents))::bigint as cents
    from billing_invoices where account_id = any(${accountIds}::uuid[]) and state in ('open', 'uncollectible') group by 1
  `.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

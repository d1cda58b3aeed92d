import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { BillingDetails } from '#domains/billing/contract.ts';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { readManagersOfSignIns } from '#domains/participants/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { hashJson } from '../hash-json.ts';
import { newRandomId } from '../random-id.ts';
import { type CustomerKey, hasCustomerBlocks, readCustomers, type StoredCustomer } from './stored-customers.ts';

/** The part that a change states. The other hash is copied from the previous block, so that an altered row never becomes genuine. */
type Part = 'details' | 'payer';

/** Returns the SHA-256, in hex, of an account's billing details and secret as canonical JSON (RFC 8785). */
export const hashDetails = ({ customerId, secret }: CustomerKey, accountId: string, details: BillingDetails | null) =>
  hashJson({ customerId, secret: secret.toString('hex'), accountId, details });

/** Returns the SHA-256, in hex, of the account that pays for a member of its team, or manages it, if one does, and of the secret. */
export const hashPayer = ({ customerId, secret }: CustomerKey, accountId: string, payerId: string | null) =>
  hashJson({ customerId, secret: secret.toString('hex'), accountId, payerId });

/**
 * States the stored billing details, or the payers, of these accounts in a block each, in the transaction that changed them. A block names an account
 * by a random id. Before the first such block, the details and payers of all accounts are stated as they are stored.
 */
export async function stateCustomers(
  tx: Database,
  accountIds: readonly string[],
  part: Part,
  clock: Clock,
): Promise<void> {
  if (await stateEarlier(tx, clock)) return;
  await sql`
    insert into billing_accounts (account_id) select unnest(${accountIds}::uuid[]) on conflict do nothing
  `.execute(tx);
  await state(tx, await readCustomers(tx, { accountIds }), part, clock);
}

/** States the details and payers from before such blocks, if there is no such block yet. Reports whether it did. */
export async function stateEarlier(tx: Database, clock: Clock): Promise<boolean> {
  if (await hasCustomerBlocks(tx)) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('billing-customers', 0))`.execute(tx);
  if (await hasCustomerBlocks(tx)) return false;
  await sql`
    insert into billing_accounts (account_id) select member_id from billing_members on conflict do nothing
  `.execute(tx);
  const managed = [...(await readManagersOfSignIns(tx, {})).keys()];
  await sql`
    insert into billing_accounts (account_id) select unnest(${managed}::uuid[]) on conflict do nothing
  `.execute(tx);
  const stored = (await readCustomers(tx, {})).filter(({ details, payerId }) => details !== null || payerId !== null);
  await state(tx, stored, undefined, clock);
  return stored.length > 0;
}

async function state(tx: Database, customers: readonly StoredCustomer[], part: Part | undefined, clock: Clock) {
  if (customers.length === 0) return;
  const keyed = customers.map((one) => ({
    ...one,
    key: one.key ?? { customerId: newRandomId('cus'), secret: randomBytes(32) },
  }));
  const fresh = keyed.filter((_, n) => customers[n]?.key === null);
  await sql`
    update billing_accounts set customer_id = "customerId", customer_secret = decode(secret, 'hex')
    from jsonb_to_recordset(${JSON.stringify(
      fresh.map(({ accountId, key }) => ({
        accountId,
        customerId: key.customerId,
        secret: key.secret.toString('hex'),
      })),
    )}::jsonb) as given ("accountId" uuid, "customerId" text, secret text)
    where account_id = "accountId"
  `.execute(tx);
  await appendBlocks(
    tx,
    keyed.map(({ accountId, key, details, payerId, stated }) =>
      billingBlockTypes.draft({
        action: 'billing.customer_changed',
        customer: key.customerId,
        details:
          part === 'payer'
            ? (stated?.details ?? hashDetails(key, accountId, null))
            : hashDetails(key, accountId, details),
        payer:
          part === 'details' ? (stated?.payer ?? hashPayer(key, accountId, null)) : hashPayer(key, accountId, payerId),
      }),
    ),
    clock,
  );
}

import { sql } from 'kysely';
import type { BillingDetails } from '#domains/billing/contract.ts';
import { readManagersOfSignIns } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

/** The id of a customer in blocks, and the secret in their hashes. */
export type CustomerKey = { readonly customerId: string; readonly secret: Buffer };

/** An account's billing details and payer as stored, and the hashes in the newest block about them. */
export type StoredCustomer = {
  readonly accountId: string;
  /** Null until its first block. */
  readonly key: CustomerKey | null;
  readonly details: BillingDetails | null;
  /** The account that manages it by an invite, or that pays for it as a member of its team. */
  readonly payerId: string | null;
  readonly stated: { readonly index: number; readonly details: string; readonly payer: string } | null;
};

type Row = BillingDetails & {
  readonly accountId: string;
  readonly customerId: string | null;
  readonly secret: Buffer | null;
  readonly payerId: string | null;
  readonly index: number | null;
  readonly statedDetails: string | null;
  readonly statedPayer: string | null;
};

type Wanted = {
  readonly accountIds?: readonly string[];
  /** Only accounts with a greater id, and how many. */
  readonly after?: string | undefined;
  readonly limit?: number;
};

/** Reads accounts with billing details or a payer, and those that a block is about, by their ids. */
export async function readCustomers(db: Database, { accountIds, after, limit }: Wanted): Promise<StoredCustomer[]> {
  const { rows } = await sql<Row>`
    select a.account_id as "accountId", customer_id as "customerId", customer_secret as secret, billed_name as name, street,
      street_more as "streetMore", city, postal_code as "postalCode", region, country, tax_id as "taxId", payer_id as "payerId",
      newest.index, newest.details as "statedDetails", newest.payer as "statedPayer"
    from billing_accounts a left join billing_members on member_id = a.account_id left join lateral (
      select index, data::jsonb->>'details' as details, data::jsonb->>'payer' as payer from ledger_blocks
      where domain = 'billing' and action = 'billing.customer_changed' and data::jsonb->>'customer' = customer_id
      order by index desc limit 1
    ) as newest on true
    where (${accountIds ?? null}::uuid[] is null or a.account_id = any(${accountIds ?? null}::uuid[]))
      and (${after ?? null}::uuid is null or a.account_id > ${after ?? null}::uuid)
    order by a.account_id limit ${limit ?? null}
  `.execute(db);
  const managers = await readManagersOfSignIns(db, { accountIds: rows.map(({ accountId: id }) => id) });
  return rows.map(({ accountId, customerId, secret, payerId, index, statedDetails, statedPayer, ...details }) => ({
    ...{ accountId, payerId: managers.get(accountId) ?? payerId },
    key: customerId === null || secret === null ? null : { customerId, secret },
    details: details.name === null ? null : details,
    stated: index === null ? null : { index, details: statedDetails ?? '', payer: statedPayer ?? '' },
  }));
}

/** Reports whether the ledger has blocks about customers. A ledger from before them has none until a change. */
export async function hasCustomerBlocks(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_blocks where domain = 'billing' and action = 'billing.customer_changed' limit 1
  `.execute(db);
  return rows.length > 0;
}

import { sql } from 'kysely';
import type { BillingDetails } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { countryName } from '#platform/contract/countries.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { describeTaxId, parseTaxId } from '#platform/server/tax-id.ts';
import type { Billing } from '../billing.ts';
import { stateCustomers } from '../customers/commit-customers.ts';

/** Returns the billing details of an account, or null until they are saved. */
export async function readDetails(database: Database, accountId: string): Promise<BillingDetails | null> {
  const { rows } = await sql<BillingDetails>`
    select billed_name as name, street, street_more as "streetMore", city, postal_code as "postalCode", region, country, tax_id as "taxId"
    from billing_accounts where account_id = ${accountId} and billed_name is not null
  `.execute(database);
  return rows[0] ?? null;
}

/**
 * Stores the billing details of the caller for later invoices, with the tax id in canonical form and a block of their hash.
 *
 * @throws AppError `request.invalid` for a tax id that is invalid in its country
 */
export async function saveDetails(
  { database, clock }: Pick<Billing, 'database' | 'clock'>,
  caller: Pick<Account, 'id'>,
  { taxId: typed, ...details }: BillingDetails,
): Promise<BillingDetails> {
  const taxId = typed === null ? null : parseTaxId(details.country, typed);
  if (taxId === undefined) {
    const message = `taxId is not a tax ID of ${countryName(details.country)}: ${describeTaxId(details.country)}`;
    throw new AppError(validationFailed, `${message}.`, { errors: [{ in: 'body', pointer: '/taxId', message }] });
  }
  const { name, street, streetMore, city, postalCode, region, country } = details;
  await database.transaction().execute(async (tx) => {
    await sql`
    insert into billing_accounts (account_id, billed_name, street, street_more, city, postal_code, region, country, tax_id)
    values (${caller.id}, ${name}, ${street}, ${streetMore}, ${city}, ${postalCode}, ${region}, ${country}, ${taxId})
    on conflict (account_id) do update set billed_name = excluded.billed_name, street = excluded.street,
      street_more = excluded.street_more, city = excluded.city, postal_code = excluded.postal_code, region = excluded.region,
      country = excluded.country, tax_id = excluded.tax_id
  `.execute(tx);
    await stateCustomers(tx, [caller.id], 'details', clock);
  });
  return { ...details, taxId };
}

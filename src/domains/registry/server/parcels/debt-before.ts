import { sql } from 'kysely';
import { taxOwed } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { RegistryView } from '../registry-state.ts';

/** Reads every parcel that these replaced, directly or through others. The result never changes once a parcel exists. */
export async function readReplaced(db: Database, propertyIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ property_id: string }>`
    with recursive replaced as (
      select property_id from parcel_successions where successor_id = any(${textArray(propertyIds)}::text[])
      union select s.property_id from parcel_successions s join replaced r on s.successor_id = r.property_id
    )
    select property_id from replaced order by property_id
  `.execute(db);
  return rows.map((row) => row.property_id);
}

/**
 * Refuses to change the owners of a parcel while tax is owed on a parcel that it replaced: a payment that was taken back after the split
 * or merge opens the bill of the retired parcel again, and the owners of its replacements owe it.
 *
 * @throws AppError `registry.tax_owed`
 */
export function requireNoDebtBefore(view: Pick<RegistryView, 'parcel'>, replaced: readonly string[]): void {
  for (const propertyId of replaced) {
    const owed = view.parcel(propertyId)?.owedCents ?? 0;
    if (owed > 0)
      throw new AppError(taxOwed, `${formatCents(owed)} of tax is owed on ${propertyId}, which it replaced.`, {
        hint: `Its owners must pay the bill of ${propertyId} first.`,
      });
  }
}

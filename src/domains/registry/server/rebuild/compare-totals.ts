import { sql } from 'kysely';
import { CITY } from '#domains/registry/contract/title/city.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { readTotals, type Totals } from '../parcels/totals.ts';

/** Compares the totals of the registry with its parcels and its number of blocks. Call it after comparing the parcels. */
export async function compareTotals(
  db: Database,
  blocks: number,
  { differences, repair }: { differences: Differences; repair: boolean },
): Promise<void> {
  const { rows } = await sql<Omit<Totals, 'blocks'>>`
    select count(*) filter (where status = 'active') as properties,
      count(*) filter (where status = 'active' and exists (
        select 1 from parcel_rights r where r.property_id = parcels.property_id and holder = ${CITY} and r.shares = parcels.shares
      )) as "cityProperties",
      coalesce(sum(assessed_cents) filter (where status = 'active'), 0)::bigint as "assessedCents",
      coalesce(sum(owed_cents), 0)::bigint as "owedCents"
    from parcels
  `.execute(db);
  const counted = { ...rows[0], blocks };
  const problem = describeDifference(await readTotals(db), counted);
  if (problem === undefined) return;
  differences.add('registry_totals', problem);
  if (!repair) return;
  await sql`
    update registry_totals set properties = ${counted.properties}, city_properties = ${counted.cityProperties},
      assessed_cents = ${counted.assessedCents}, owed_cents = ${counted.owedCents}, blocks = ${blocks}
  `.execute(db);
}

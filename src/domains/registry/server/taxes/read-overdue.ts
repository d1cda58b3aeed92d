import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/**
 * Reads the overdue amounts of properties, in cents: installments whose due day has ended, without late charges. A property with nothing
 * overdue is absent.
 */
export async function readOverdue(
  db: Database,
  propertyIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (propertyIds.length === 0) return new Map();
  const { rows } = await sql<{ propertyId: string; cents: number }>`
    select property_id as "propertyId", sum((part->>'openCents')::bigint)::bigint as cents
    from bills cross join lateral jsonb_array_elements(installments) as part
    where property_id = any(${[...propertyIds]}::text[]) and is_open and (part->>'openCents')::bigint > 0
      and (part->>'dueAt')::bigint < ${now}
    group by property_id
  `.execute(db);
  return new Map(rows.map(({ propertyId, cents }) => [propertyId, cents]));
}

import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type Totals = {
  readonly properties: number;
  readonly cityProperties: number;
  readonly assessedCents: number;
  readonly owedCents: number;
  readonly blocks: number;
};

/** Adds to the totals of the registry. */
export const addToTotals = (change: Totals): WriteStatement => write`
  update registry_totals set properties = properties + ${change.properties}::bigint,
    city_properties = city_properties + ${change.cityProperties}::bigint,
    assessed_cents = assessed_cents + ${change.assessedCents}::bigint, owed_cents = owed_cents + ${change.owedCents}::bigint,
    blocks = blocks + ${change.blocks}::bigint
`;

export async function readTotals(db: Database): Promise<Totals> {
  const row = await db.selectFrom('registry_totals').selectAll().executeTakeFirstOrThrow();
  return {
    properties: row.properties,
    cityProperties: row.city_properties,
    assessedCents: row.assessed_cents,
    owedCents: row.owed_cents,
    blocks: row.blocks,
  };
}

import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import { readFeesVersions } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

/** More than enough: rates of a year and fees of the city have few versions. */
const VERSIONS_MAX = 100_000;

/** Compares every version of the tax rates and of the fees of payment methods with its block. */
export async function compareVersions(db: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ index: number; data: string }>`
    select index, data from ledger_blocks where domain = 'registry' and domain <> 'trace'
      and action in ('registry.rates_set', 'registry.method_fees_set') order by index
  `.execute(db);
  const onChain = { tax_rates: new Map<string, string>(), method_fees: new Map<string, string>() };
  for (const { index, data } of rows) {
    const { action, year, rates, fees } = JSON.parse(data) as Record<string, JsonValue>;
    if (action === 'registry.rates_set') onChain.tax_rates.set(`${year}, block ${index}`, canonicalJson(rates ?? null));
    else onChain.method_fees.set(`block ${index}`, canonicalJson(fees ?? null));
  }
  const rates = await sql<{ year: number; block_index: number; rates: JsonValue }>`
    select year, block_index, rates from tax_rates
  `.execute(db);
  const fees = await readFeesVersions(db, VERSIONS_MAX);
  const kept = {
    tax_rates: new Map(rates.rows.map((row) => [`${row.year}, block ${row.block_index}`, canonicalJson(row.rates)])),
    method_fees: new Map(fees.map((one) => [`block ${one.blockIndex}`, canonicalJson(one.fees as JsonValue)])),
  };
  for (const table of ['tax_rates', 'method_fees'] as const)
    for (const version of new Set([...onChain[table].keys(), ...kept[table].keys()])) {
      const [stored, stated] = [kept[table].get(version), onChain[table].get(version)];
      if (stored === stated) continue;
      const how = stored === undefined ? 'is missing' : stated === undefined ? 'is not on the chain' : 'differs';
      differences.add(table, `${version} ${how}`);
    }
}

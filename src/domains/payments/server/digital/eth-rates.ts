import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** How long a rate may be used after it was set. */
export const RATE_MILLISECONDS_MAX = 24 * 3_600_000;
/** How long a quote holds. */
export const QUOTE_MILLISECONDS = 15 * 60_000;

/** What the city takes for one ETH. `setBy` is null for the sample rate of the demo. `setAt` is in milliseconds since the epoch. */
export type EthRate = { readonly centsPerEth: number; readonly setAt: number; readonly setBy: string | null };

/** Reads rates, newest first. */
export async function readRates(database: Database, limit: number): Promise<EthRate[]> {
  const { rows } = await sql<{ centsPerEth: number; setAt: string; setBy: string | null }>`
    select cents_per_eth as "centsPerEth", set_at as "setAt", set_by as "setBy" from eth_rates
    order by rate_id desc limit ${limit}
  `.execute(database);
  return rows.map((row) => ({ ...row, setAt: Date.parse(row.setAt) }));
}

/** Returns the newest rate, unless it is too old or from the future. */
export async function readFreshRate(database: Database, now: number): Promise<EthRate | undefined> {
  const [rate] = await readRates(database, 1);
  // A clock that was ahead when the rate was set must not keep it fresh.
  const age = rate === undefined ? Number.POSITIVE_INFINITY : now - rate.setAt;
  return age > -60_000 && age < RATE_MILLISECONDS_MAX ? rate : undefined;
}

/** Adds a rate, which counts from now on. */
export async function insertRate(database: Database, { centsPerEth, setAt, setBy }: EthRate): Promise<void> {
  await sql`
    insert into eth_rates (cents_per_eth, set_at, set_by)
    values (${centsPerEth}, to_timestamp(${setAt}::float8 / 1000.0), ${setBy})
  `.execute(database);
}

/** Labeled as a sample wherever it is shown. */
const SAMPLE_CENTS_PER_ETH = 250_000;

/** Sets the sample rate of the demo, unless an administrator has set one that is fresh. */
export async function renewSampleRate(database: Database, now: number): Promise<void> {
  const fresh = await readFreshRate(database, now);
  if (fresh !== undefined && fresh.setBy !== null) return;
  await insertRate(database, { centsPerEth: SAMPLE_CENTS_PER_ETH, setAt: now, setBy: null });
}

/** Reports whether the rate of a quote was the sample rate of the demo. */
export async function isSampleRateAt(
  database: Database,
  { centsPerEth, from }: { centsPerEth: number; from: number },
): Promise<boolean> {
  const { rows } = await sql<{ sample: boolean }>`
    select set_by is null as sample from eth_rates
    where cents_per_eth = ${centsPerEth} and set_at <= to_timestamp(${from}::float8 / 1000.0) order by rate_id desc limit 1
  `.execute(database);
  return rows[0]?.sample ?? false;
}

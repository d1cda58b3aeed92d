import { sql } from 'kysely';
import type { Appender } from '#domains/ledger/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { findNewestRate, type RateRequest, readStatedRates, type StatedRate } from './rate-blocks.ts';

type Rates = { readonly database: Database; readonly rates: Appender<RateRequest>; readonly clock: Clock };

/** A listed rate. `setBy` is null for the sample rate of the demo. `setAt` is in milliseconds since the epoch. */
export type EthRate = Pick<StatedRate, 'centsPerEth' | 'setAt' | 'setBy'>;

/** Reads rates for the list, newest first. Prices use the rates in the blocks instead. */
export async function readRates(database: Database, limit: number): Promise<EthRate[]> {
  const { rows } = await sql<{ centsPerEth: number; setAt: string; setBy: string | null }>`
    select cents_per_eth as "centsPerEth", set_at as "setAt", set_by as "setBy" from eth_rates
    order by rate_id desc limit ${limit}
  `.execute(database);
  return rows.map((row) => ({ ...row, setAt: Date.parse(row.setAt) }));
}

/** Returns the newest rate on the ledger, unless it is too old or from the future, or its block was altered. */
export async function readFreshRate(database: Database, now: number): Promise<StatedRate | undefined> {
  const rate = await findNewestRate(database);
  // A clock that was ahead when the rate was set must not keep it fresh.
  return typeof rate === 'object' && now > rate.setAt - 60_000 && now < rate.until ? rate : undefined;
}

/** Stores rates with the blocks that set them. */
export const insertRates = (rates: readonly StatedRate[]): WriteStatement => write`
  insert into eth_rates (cents_per_eth, set_at, set_by, block_index)
  select cents, to_timestamp(at / 1000.0), set_by, index from unnest(
    ${int8Array(rates.map((rate) => rate.centsPerEth))}::bigint[], ${int8Array(rates.map((rate) => rate.setAt))}::bigint[],
    ${textArray(rates.map((rate) => rate.setBy))}::text[], ${int8Array(rates.map((rate) => rate.blockIndex))}::bigint[]
  ) as t (cents, at, set_by, index) order by index
`;

/** The sample rate, labeled as a sample wherever it is shown. */
const SAMPLE_CENTS_PER_ETH = 250_000;
/** The remaining time of a sample at which a new one is set, so that an idle demo adds few blocks. */
const SAMPLE_RENEWAL_MILLISECONDS = 12 * 3_600_000;

/** A starting server sets a new sample if the previous one is older. Several servers may start together. */
const START_MILLISECONDS = 10 * 60_000;

/**
 * Sets the sample rate of the demo, unless an administrator's rate is fresh, or a sample is valid for hours or, when a
 * server starts, was just set.
 */
export async function renewSampleRate({ database, rates, clock }: Rates, starts = false): Promise<void> {
  const now = clock();
  const fresh = await readFreshRate(database, now);
  const isNew = (rate: StatedRate) =>
    starts ? now - rate.setAt < START_MILLISECONDS : rate.until - now > SAMPLE_RENEWAL_MILLISECONDS;
  if (fresh !== undefined && (fresh.setBy !== null || isNew(fresh))) return;
  // Of servers that start together, only one sets it.
  const key = starts
    ? `start ${Math.floor(now / START_MILLISECONDS)}`
    : `${Math.floor(now / SAMPLE_RENEWAL_MILLISECONDS)}`;
  const request = { act: 'rate', centsPerEth: SAMPLE_CENTS_PER_ETH, user: null } as const;
  await rates.append(request, { scope: 'sample-eth-rate', key, fingerprint: fingerprintOf(key) });
}

/** Sets the price at which the city takes one ETH from now on, and returns it. */
export async function setRate(
  { database, rates }: Rates,
  { centsPerEth, user }: Omit<RateRequest, 'act'>,
): Promise<StatedRate> {
  const { index } = await rates.append({ act: 'rate', centsPerEth, user });
  const rate = (await readStatedRates(database, [index])).get(index);
  if (rate === undefined) throw new Error(`Broken invariant: block ${index} states a rate`);
  return rate;
}

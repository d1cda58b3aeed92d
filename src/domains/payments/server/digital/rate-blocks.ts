import { type Block, verifyBlock } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import { z } from 'zod';
import { findLastAction, readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

/** How long a rate may be used after it was set. */
export const RATE_HOURS_MAX = 24;
/** The highest price of one ETH, in cents. */
const RATE_CENTS_MAX = 1_000_000_000_000;

const ETH_RATE_SET = 'payments.eth_rate_set';

/** The block of a rate. Without `user`, it is the sample rate of the demo. */
export const EthRateBlock = z.strictObject({
  action: z.literal(ETH_RATE_SET),
  user: z.string().min(1).optional(),
  set_by: z.enum(['administrator', 'sample']),
  cents_per_eth: z.int().min(1).max(RATE_CENTS_MAX),
  hours_max: z.int().min(1).max(RATE_HOURS_MAX),
});

export type EthRateBlock = z.infer<typeof EthRateBlock>;

/** A request to set the price of one ETH. Without `user`, it is the sample rate of the demo. */
export type RateRequest = { readonly act: 'rate'; readonly centsPerEth: number; readonly user: string | null };

/** The price of one ETH, as its block states it. Times are milliseconds since the epoch. */
export type StatedRate = {
  readonly centsPerEth: number;
  readonly blockIndex: number;
  readonly setAt: number;
  /** The administrator; null for the sample rate of the demo. */
  readonly setBy: string | null;
  /** When it stops being used. */
  readonly until: number;
};

type BlockOfRate = Awaited<ReturnType<typeof readBlocksAt>>[number];

/** Returns the rate that a block states; undefined if the block states none or was altered. */
export function rateOf(block: BlockOfRate): StatedRate | undefined {
  const { data } = EthRateBlock.safeParse(block.data);
  if (data === undefined) return undefined;
  try {
    // The schema requires the action.
    verifyBlock(block as Block);
  } catch {
    return undefined;
  }
  return statedBy(data, block);
}

/** Returns the rate that the content of a block states. */
export function statedBy(
  { cents_per_eth: centsPerEth, user, hours_max: hours }: EthRateBlock,
  { index, timestamp }: { readonly index: number; readonly timestamp: number },
): StatedRate {
  const setAt = timestamp * 1000;
  return { centsPerEth, blockIndex: index, setAt, setBy: user ?? null, until: setAt + hours * 3_600_000 };
}

/** Finds the newest rate: `none` if no block set one, `altered` if its block was changed afterwards. */
export async function findNewestRate(database: Database): Promise<StatedRate | 'none' | 'altered'> {
  const block = await findLastAction(database, {}, [ETH_RATE_SET]);
  return block === undefined ? 'none' : (rateOf(block) ?? 'altered');
}

/** Reads the rates that these blocks state. Blocks that state none are absent. */
export async function readStatedRates(
  database: Database,
  indexes: readonly number[],
): Promise<Map<number, StatedRate>> {
  const blocks = await readBlocksAt(database, [...new Set(indexes)]);
  return new Map(blocks.flatMap((block) => rateOf(block) ?? []).map((rate) => [rate.blockIndex, rate]));
}

/** Finds the rate for a time: the newest valid one at that time, or else the first one after it. */
export async function findRateAt(database: Database, at: number): Promise<StatedRate | undefined> {
  const seconds = Math.floor(at / 1000);
  const { rows } = await sql<{ index: number }>`
    select index, 0 as rank from (
      select index, timestamp, data from ledger_blocks where action = ${ETH_RATE_SET} and timestamp <= ${seconds}::bigint
      order by index desc limit 1
    ) as newest where timestamp + 3600 * (data::jsonb->>'hours_max')::bigint > ${seconds}::bigint
    union all
    (select index, 1 from ledger_blocks where action = ${ETH_RATE_SET} and timestamp > ${seconds}::bigint
      order by index limit 1)
    order by rank limit 1
  `.execute(database);
  const [found] = rows;
  return found === undefined ? undefined : (await readStatedRates(database, [found.index])).get(found.index);
}

import { invalidParams } from '../rpc-error.ts';
import { nextBaseFee } from './build-block.ts';
import { type BlockRow, readBlocks, readTransactions, type TransactionRow } from './chain-rows.ts';
import { BLOCK_GAS_LIMIT } from './chain-rules.ts';
import { quantity } from './describe-block.ts';
import type { ChainFiles } from './open-state.ts';

const BLOCKS_MAX = 1024;
/** Blocks whose transactions are read. */
const BLOCKS_WITH_REWARDS_MAX = 100;
const PERCENTILES_MAX = 100;

/** Answers `eth_feeHistory` for the `count` blocks up to `newest`, or fewer. */
export async function readFeeHistory(
  files: ChainFiles,
  newest: BlockRow,
  count: number,
  percentiles: readonly number[] | undefined,
): Promise<object> {
  const limit = percentiles === undefined ? BLOCKS_MAX : BLOCKS_WITH_REWARDS_MAX;
  const oldest = Math.max(0, newest.number - Math.min(count, limit) + 1);
  const blocks = await readBlocks(files.database, oldest, newest.number);
  const fees = [...blocks.map(({ baseFee }) => baseFee), nextBaseFee(files, newest)];
  return {
    oldestBlock: quantity(oldest),
    baseFeePerGas: fees.map(quantity),
    gasUsedRatio: blocks.map(({ gasUsed }) => gasUsed / Number(BLOCK_GAS_LIMIT)),
    ...(percentiles === undefined
      ? {}
      : { reward: await Promise.all(blocks.map((block) => readRewards(files, block, percentiles))) }),
  };
}

/** Parses the percentiles of a request: numbers from 0 to 100 that do not decrease. */
export function toPercentiles(value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined;
  const isList = Array.isArray(value) && value.length <= PERCENTILES_MAX;
  const inOrder = isList && value.every((one, at) => at === 0 || one >= value[at - 1]);
  if (!inOrder || !value.every((one) => typeof one === 'number' && one >= 0 && one <= 100))
    throw invalidParams(`The percentiles must be at most ${PERCENTILES_MAX} numbers from 0 to 100 in increasing order`);
  return value;
}

/** Returns the tip at each percentile of the block's gas, in order of the tip. */
async function readRewards(files: ChainFiles, block: BlockRow, percentiles: readonly number[]): Promise<string[]> {
  const tipOf = ({ gasPrice }: TransactionRow) => gasPrice - block.baseFee;
  const transactions = await readTransactions(files.database, block.number);
  const byTip = transactions.toSorted((a, b) => Number(tipOf(a) - tipOf(b)));
  return percentiles.map((percentile) => {
    const target = (block.gasUsed * percentile) / 100;
    let sum = 0;
    const reached = byTip.find(({ gasUsed }) => {
      sum += gasUsed;
      return sum >= target;
    });
    return quantity(reached === undefined ? 0n : tipOf(reached));
  });
}

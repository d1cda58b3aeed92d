import type { Database } from '#platform/server/database/database.ts';
import { BLOCKS_PAGE, readMarketBlocks } from './read-market-blocks.ts';
import { TradingReplay } from './replay-trading.ts';

/** A block that does not follow from the previous ones by the rules of trading, and why. */
export type UnfoundedBlock = { readonly index: number; readonly problem: string };

/** What the blocks alone state about trading, whatever the tables contain. */
export type StatedTrading = {
  /**
   * Returns the first block up to `index` that does not follow from the previous ones, such as one that spends cash that no block brought.
   * The first call replays all blocks of the market; later ones continue.
   */
  findUnfounded(index: number): Promise<UnfoundedBlock | undefined>;
};

/** Replays the blocks of trading as far as they are asked for. Memory grows with open orders and with accounts, not with history. */
export function createStatedTrading(database: Database): StatedTrading {
  const replay = new TradingReplay(() => undefined);
  let after = -1;
  let first: UnfoundedBlock | undefined;
  async function follow(to: number): Promise<void> {
    while (after < to) {
      const blocks = await readMarketBlocks(database, { after, to });
      for (const block of blocks) {
        const { problem } = replay.play(block);
        after = block.index;
        if (problem !== undefined) first ??= { index: block.index, problem };
      }
      if (blocks.length < BLOCKS_PAGE) after = Math.max(after, to);
    }
  }
  /** Each block is played once, so requests take turns. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    findUnfounded(index) {
      const found = turn
        .then(() => follow(index))
        .then(() => (first !== undefined && first.index <= index ? first : undefined));
      turn = found.catch(() => undefined);
      return found;
    },
  };
}

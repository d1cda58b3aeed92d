import { readHead } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { EVERYTHING } from '../calls/halted.ts';
import type { Altered } from './compare-open-orders.ts';
import { compareWithStated } from './compare-with-stated.ts';
import { BLOCKS_PAGE, readMarketBlocks } from './read-market-blocks.ts';
import { TradingReplay } from './replay-trading.ts';

/** A block that does not follow from the previous ones by the rules of trading, and why. */
export type UnfoundedBlock = { readonly index: number; readonly problem: string };

/** What the blocks alone state about trading, whatever the tables contain. The first use replays all blocks of the market; later ones continue. */
export type StatedTrading = {
  /**
   * Returns the first block up to `index` that does not follow from the previous ones, such as one that spends cash that no block brought.
   */
  findUnfounded(index: number): Promise<UnfoundedBlock | undefined>;
  /** Finds open orders, cash and shares whose rows differ from the blocks, and the first unfounded block. Works while others trade. */
  findAltered(): Promise<Altered[]>;
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
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }
  return {
    findUnfounded: (index) =>
      inTurn(async () => {
        await follow(index);
        return first !== undefined && first.index <= index ? first : undefined;
      }),
    findAltered: () =>
      inTurn(async () => {
        // Most blocks before the snapshot, so that it is short.
        await follow((await readHead(database)).length - 1);
        const altered = await database
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (snapshot) => {
            await follow((await readHead(snapshot)).length - 1);
            return compareWithStated(snapshot, replay);
          });
        return first === undefined
          ? altered
          : [{ tokenId: EVERYTHING, problem: `block ${first.index} ${first.problem}` }, ...altered];
      }),
  };
}

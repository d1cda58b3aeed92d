import { startRounds } from '#platform/server/start-rounds.ts';
import { halt } from '../calls/halted.ts';
import type { Market } from '../open-market.ts';

const INTERVAL_MILLISECONDS = 60_000;

/** Compares the tables with the blocks every minute until it is stopped, and halts what differs. Needs no network. */
export const startComparingWithBlocks = (market: Pick<Market, 'database' | 'log' | 'statedTrading'>) =>
  startRounds(
    async () => {
      for (const { tokenId, problem } of await market.statedTrading.findAltered()) await halt(market, tokenId, problem);
    },
    {
      everyMilliseconds: INTERVAL_MILLISECONDS,
      log: market.log,
      failing: 'trading cannot be compared with the blocks',
    },
  );

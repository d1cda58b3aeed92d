import { payoutPending } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import { networkAway } from '../calls/market-chain.ts';
import type { Market } from '../open-market.ts';
import { type Asked, PayoutDiffers, readAsked } from './payout-blocks.ts';
import { readExecutions } from './payout-call.ts';
import type { PayoutRow } from './payout-row.ts';

/**
 * Returns why no money may leave for each of these payouts yet. Undefined: its cash follows from the blocks, and the network has executed the call
 * that took it out of the account. The tables decide neither: an attacker who writes cash into them can also write that a call succeeded. Asks
 * the network for all of them together.
 */
export async function findObstacles(market: Market, rows: readonly PayoutRow[]): Promise<(AppError | undefined)[]> {
  if (rows.length === 0) return [];
  try {
    await market.network.chain.requireSignable();
    const asked = await readAsked(market.database, rows);
    const newest = Math.max(...rows.map(({ requestedIndex }) => requestedIndex));
    const unfounded = await market.statedTrading.findUnfounded(newest);
    const executions = await readExecutions(
      market,
      asked.filter((one): one is Asked => !(one instanceof PayoutDiffers)),
    );
    return asked.map((one, n) => {
      if (one instanceof PayoutDiffers) return one;
      const execution = present(executions.shift(), 'There is one for each');
      const { payoutId, requestedIndex } = present(rows[n], 'There is one for each');
      if (unfounded !== undefined && unfounded.index <= requestedIndex)
        return new PayoutDiffers(payoutId, `block ${unfounded.index} ${unfounded.problem}, and the payout is later`);
      switch (execution.state) {
        case 'executed':
          return undefined;
        case 'waiting':
          return new AppError(payoutPending, `${market.network.chain.networkName} has not taken this cash out yet.`, {
            hint: 'Transfer the money once the contract call is confirmed.',
          });
        default:
          return new PayoutDiffers(payoutId, execution.problem);
      }
    });
  } catch (error) {
    const obstacle = isChainFailure(error) ? networkAway(market.network.chain, error) : error;
    if (obstacle instanceof AppError) return rows.map(() => obstacle);
    throw error;
  }
}

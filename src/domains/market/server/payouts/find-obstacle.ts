import { payoutPending } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import { networkAway } from '../calls/market-chain.ts';
import type { Market } from '../open-market.ts';
import { PayoutDiffers, readAsked } from './payout-blocks.ts';
import { readExecution } from './payout-call.ts';
import type { PayoutRow } from './payout-row.ts';

/**
 * Returns why no money may leave for a payout yet. Undefined: its cash follows from the blocks, and the network has executed the call that
 * took it out of the account. The tables decide neither: an attacker who writes cash into them can also write that a call succeeded.
 */
export async function findObstacle(market: Market, row: PayoutRow): Promise<AppError | undefined> {
  const { payoutId, requestedIndex } = row;
  try {
    await market.network.chain.requireSignable();
    const asked = await readAsked(market.database, row);
    const unfounded = await market.statedTrading.findUnfounded(requestedIndex);
    if (unfounded !== undefined)
      return new PayoutDiffers(payoutId, `block ${unfounded.index} ${unfounded.problem}, and the payout is later`);
    const execution = await readExecution(market, { ...asked, requestedIndex });
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
  } catch (error) {
    if (error instanceof AppError) return error;
    if (isChainFailure(error)) return networkAway(market.network.chain, error);
    throw error;
  }
}

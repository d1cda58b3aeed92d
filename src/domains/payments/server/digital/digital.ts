import type { Appender } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import type { Log } from '#platform/server/log.ts';
import type { Payee } from '../payee.ts';
import type { ContractsOfChain } from './digital-contracts.ts';
import type { RateRequest } from './rate-blocks.ts';

/** A contract with its name for people and its ABI. */
export type NamedContract = { readonly contract: string; readonly abi: readonly unknown[] };

/** The services of payments in USDC and ETH. */
export type Digital = {
  readonly database: Database;
  readonly chain: Chain;
  readonly contracts: ContractsOfChain;
  /** Appends the blocks of rates. */
  readonly rates: Appender<RateRequest>;
  readonly clock: Clock;
  readonly log: Log;
  readonly demo: boolean;
  /** Contracts of other domains, by address in lower case, so that the pages of transactions can put their calls in words. */
  readonly namedContracts: Map<string, NamedContract>;
  /** Returns the payee of a kind of payments. */
  payee(kind: string): Payee;
  /** Logs once per id why nothing is recorded about its money. */
  reportOnce(id: string, error: unknown): void;
  /** Returns the origin that users open. Wallets compare it with the message they sign. */
  origin(): string;
};

/**
 * Runs work that needs the chain.
 *
 * @throws AppError `server.unavailable` if the chain does not answer
 */
export async function withChain<Value>({ chain }: Pick<Digital, 'chain'>, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (!isChainFailure(cause)) throw cause;
    throw new AppError(unavailable, `${chain.networkName} is not available right now. Try again in a moment.`, {
      retryAfterSeconds: 5,
      cause,
    });
  }
}

export { isChainFailure };

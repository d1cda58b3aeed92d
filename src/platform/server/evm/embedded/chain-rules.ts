import { type Common, createCustomCommon, Hardfork, Mainnet, type ParamsDict } from '@ethereumjs/common';

/** Gas of all transactions in a block. */
export const BLOCK_GAS_LIMIT = 30_000_000n;
/** Gas of one transaction (EIP-7825) or call. An endless loop ends after a few seconds. */
export const TRANSACTION_GAS_MAX = 16_777_216n;
/** Wei for each unit of gas in block 0. It follows demand from there (EIP-1559), down to 7. */
export const GENESIS_BASE_FEE = 1_000_000_000n;
/** Wei that block 0 gives the operator: a billion ether, which has no value outside of this chain. */
export const OPERATOR_FUNDS = 10n ** 27n;

/** Ids from 2^40 to 2^41: above those of public chains, and below the maximum that wallets accept (EIP-2294, 2^52). */
export const CHAIN_ID_MIN = 2 ** 40;
export const CHAIN_ID_END = 2 ** 41;

/**
 * Modular exponentiation has at most 1024 bytes in each number (EIP-7823) and the price of Ethereum's Osaka fork (EIP-7883). With the
 * older rules an exponent of 200,000 bytes took minutes for 533,000 gas.
 */
const MODEXP_LIMITS = [7823, 7883];

/**
 * Returns the rules of the chain: those of Ethereum's Prague fork, with its own id and limits for precompiles. The
 * library copies and merges them for every block and transaction that it creates, which took two thirds of the time of
 * a transfer. These rules never change, so all share one instance. No EVM listens for changes, because the listener
 * would keep each EVM and its state alive as long as the rules.
 */
export function createRules(chainId: number): Common {
  const rules = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Prague, eips: MODEXP_LIMITS });
  const merged = new WeakSet<ParamsDict>();
  const merge = rules.updateParams.bind(rules);
  rules.updateParams = (parameters) => {
    if (merged.has(parameters)) return;
    merged.add(parameters);
    merge(parameters);
  };
  rules.copy = () => rules;
  rules.events.on = () => rules.events;
  return rules;
}

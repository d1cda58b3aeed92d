import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { OpenCall, Signed } from './call-rows.ts';
import { ForeignCall, requireOwn } from './read-call.ts';
import { SENDER } from './sender.ts';

/** Networks replace a waiting transaction only for a tenth more; Ethereum's base fee grows by an eighth at most. */
const raised = (fee: bigint) => fee + fee / 8n + 1n;
/** Room so that the next few blocks do not ask for more again. */
const ROOM = 2n;

/**
 * Signs a call again if the network requires more than its newest attempt may pay: with the same nonce, contract, data and gas, so whichever attempt
 * the network takes is the call. Returns undefined if the newest is enough, or the most that is allowed. Stores and sends nothing.
 *
 * @throws ForeignCall if the market did not sign the call
 */
export async function raiseFee(chain: Chain, call: OpenCall, price: bigint): Promise<Signed | undefined> {
  const fee = await readFee(call);
  if (fee >= price || raised(fee) > chain.feeMax) return undefined;
  // The key signs again what it has signed, and nothing else that is stored.
  const { to, data, gas, maxPriorityFeePerGas: tip } = await requireOwn(chain, call);
  const wanted = price * ROOM > raised(fee) ? price * ROOM : raised(fee);
  const maxFeePerGas = wanted < chain.feeMax ? wanted : chain.feeMax;
  const operator = await chain.account(SENDER);
  return operator.sign({ to, data, nonce: call.nonce, gas, maxFeePerGas, maxPriorityFeePerGas: raised(tip) });
}

/** Reads what the newest attempt may pay, without the cost of recovering its signer. */
async function readFee(call: OpenCall): Promise<bigint> {
  const { parseTransaction } = await import('viem');
  try {
    return parseTransaction((call.attempts.at(-1) ?? call).raw).maxFeePerGas ?? 0n;
  } catch {
    throw new ForeignCall(`call ${call.nonce} is no transaction`);
  }
}

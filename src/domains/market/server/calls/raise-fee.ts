import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { OpenCall, Signed } from './call-rows.ts';
import { SENDER } from './sender.ts';

/** Networks replace a waiting transaction only for a tenth more; Ethereum's base fee grows by an eighth at most. */
const raised = (fee: bigint) => fee + fee / 8n + 1n;
/** Room so that the next few blocks do not ask for more again. */
const ROOM = 2n;

/**
 * Signs a call again if the network requires more than its newest attempt may pay: with the same nonce, contract, data and gas, so whichever attempt
 * the network takes is the call. Returns undefined if the newest is enough, or the most that is allowed. Stores and sends nothing.
 */
export async function raiseFee(chain: Chain, call: OpenCall, price: bigint): Promise<Signed | undefined> {
  const { parseTransaction } = await import('viem');
  const {
    to,
    data = '0x',
    gas = 0n,
    maxFeePerGas: fee = 0n,
    maxPriorityFeePerGas: tip = 0n,
    nonce,
    type,
  } = parseTransaction((call.attempts.at(-1) ?? call).raw);
  if (fee >= price || raised(fee) > chain.feeMax) return undefined;
  // Only the stored call may be signed, whatever the stored bytes are.
  if (type !== 'eip1559' || (nonce ?? 0) !== call.nonce || to === undefined || to === null)
    throw new Error(`Broken invariant: call ${call.nonce} is a call of a contract`);
  const wanted = price * ROOM > raised(fee) ? price * ROOM : raised(fee);
  const maxFeePerGas = wanted < chain.feeMax ? wanted : chain.feeMax;
  const operator = await chain.account(SENDER);
  return operator.sign({ to, data, nonce: call.nonce, gas, maxFeePerGas, maxPriorityFeePerGas: raised(tip) });
}

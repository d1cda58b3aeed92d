import type { Chain } from './open-chain.ts';
import type { OperatorCall } from './operator.ts';
import { isNonceLost } from './rpc-error.ts';

type Hex = `0x${string}`;

const ATTEMPTS_MAX = 10;

/**
 * Sends a call from the operator's account, and returns the hash of its transaction once the chain has accepted it.
 * Another sender of the account, in this process or another, may take the nonce first: the call is then signed again
 * with the next one. A refused call was never executed.
 *
 * @throws RpcError if the chain refuses the transaction, or ten nonces in a row were lost to others
 */
export async function sendAsOperator(
  chain: Chain,
  call: Pick<OperatorCall, 'to' | 'data' | 'value' | 'gas'>,
): Promise<Hex> {
  const operator = await chain.operator();
  const ask = async (method: string, ...params: unknown[]) =>
    BigInt((await chain.request({ method, params })) as string);
  for (let attempt = 1; ; attempt++) {
    const nonce = Number(await ask('eth_getTransactionCount', operator.address, 'pending'));
    const maxFeePerGas = 2n * (await ask('eth_gasPrice'));
    const { raw, hash } = await operator.sign({ ...call, nonce, maxFeePerGas, maxPriorityFeePerGas: 0n });
    try {
      await chain.request({ method: 'eth_sendRawTransaction', params: [raw] });
      return hash;
    } catch (error) {
      if (!isNonceLost(error) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

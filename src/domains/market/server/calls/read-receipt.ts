import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Signed } from './call-rows.ts';

type Hex = `0x${string}`;

/** The network's result of a call. */
export type Receipt = {
  /** The hash of the attempt that the network took. */
  readonly hash: Hex;
  readonly block: number;
  readonly state: 'confirmed' | 'failed';
  readonly logs: readonly { readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }[];
};

/**
 * Reads the receipt of a call, whichever of its attempts the network took. Undefined if it took none.
 *
 * @throws RpcError
 */
export async function readReceipt(
  chain: Pick<Chain, 'request'>,
  call: Pick<Signed, 'hash'> & { readonly attempts: readonly Pick<Signed, 'hash'>[] },
): Promise<Receipt | undefined> {
  for (const { hash } of [...call.attempts.toReversed(), call]) {
    const receipt = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      status: string;
      blockNumber: string;
      logs: Receipt['logs'];
    } | null;
    if (receipt !== null)
      return {
        hash,
        block: Number(receipt.blockNumber),
        state: receipt.status === '0x1' ? 'confirmed' : 'failed',
        logs: receipt.logs,
      };
  }
  return undefined;
}

/**
 * Returns the number of the network's newest block.
 *
 * @throws RpcError
 */
export const readNetworkHead = async (chain: Pick<Chain, 'request'>): Promise<number> =>
  Number(await chain.request({ method: 'eth_blockNumber' }));

import type { Chain } from './open-chain.ts';
import { isChainFailure } from './rpc-error.ts';

type Hex = `0x${string}`;

/**
 * Reports whether the owner of an address signed a message. A key's signature needs no network. The signature of a contract wallet is checked
 * by the wallet (EIP-1271).
 *
 * @throws RpcError if the network does not answer
 */
export async function isSigned(chain: Chain, address: Hex, message: string, signature: Hex): Promise<boolean> {
  const { createPublicClient, custom, verifyMessage } = await import('viem');
  if (await verifyMessage({ address, message, signature }).catch(() => false)) return true;
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  if ((await client.getCode({ address })) === undefined) return false;
  return client.verifyMessage({ address, message, signature }).catch((error) => {
    if (isChainFailure(error)) throw error;
    return false;
  });
}

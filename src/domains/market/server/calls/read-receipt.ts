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

type Attempted = Pick<Signed, 'hash'> & { readonly attempts: readonly Pick<Signed, 'hash'>[] };

/** Returns the hashes of all attempts of a call, the newest first. */
const hashesOf = ({ hash, attempts }: Attempted): Hex[] => [...attempts.map((one) => one.hash).toReversed(), hash];

const receiptRequest = (hash: Hex) => ({ method: 'eth_getTransactionReceipt', params: [hash] });

/**
 * Reads the receipt of a call, whichever of its attempts the network took. Undefined if it took none.
 *
 * @throws RpcError
 */
export async function readReceipt(chain: Pick<Chain, 'request'>, call: Attempted): Promise<Receipt | undefined> {
  for (const hash of hashesOf(call)) {
    const receipt = toReceipt(hash, await chain.request(receiptRequest(hash)));
    if (receipt !== undefined) return receipt;
  }
  return undefined;
}

/**
 * Reads the receipts of calls together, and the number of the network's newest block.
 *
 * @throws RpcError
 */
export async function readReceipts(
  chain: Pick<Chain, 'requestAll'>,
  calls: readonly Attempted[],
): Promise<{ readonly head: number; readonly receipts: readonly (Receipt | undefined)[] }> {
  const hashes = [...new Set(calls.flatMap(hashesOf))];
  const [head, ...answers] = await chain.requestAll([{ method: 'eth_blockNumber' }, ...hashes.map(receiptRequest)]);
  const known = new Map(hashes.map((hash, n) => [hash, toReceipt(hash, answers[n])]));
  const receiptOf = (call: Attempted) =>
    hashesOf(call)
      .map((hash) => known.get(hash))
      .find((one) => one !== undefined);
  return { head: Number(head), receipts: calls.map(receiptOf) };
}

function toReceipt(hash: Hex, answer: unknown): Receipt | undefined {
  const receipt = answer as { status: string; blockNumber: string; logs: Receipt['logs'] } | null;
  if (receipt === null) return undefined;
  const { status, blockNumber, logs } = receipt;
  return { hash, block: Number(blockNumber), state: status === '0x1' ? 'confirmed' : 'failed', logs };
}

/**
 * Returns the number of the network's newest block.
 *
 * @throws RpcError
 */
export const readNetworkHead = async (chain: Pick<Chain, 'request'>): Promise<number> =>
  Number(await chain.request({ method: 'eth_blockNumber' }));

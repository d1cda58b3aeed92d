import type { RpcLog } from 'viem';
import type { MarketChain } from '../calls/market-chain.ts';
import type { Transfer } from './withdrawal-rows.ts';

type Hex = `0x${string}`;

/** Blocks of one request. */
const RANGE_BLOCKS = 1000;

/**
 * Reads the transfers of shares by others than the market, in these blocks of the network, in order. What the market moves, and what an issue creates, is
 * in the records already.
 *
 * @throws RpcError if the network does not answer
 */
export async function readTransfers(
  { chain, find }: Pick<MarketChain, 'chain' | 'find'>,
  from: number,
  to: number,
): Promise<Transfer[]> {
  const [{ decodeEventLog, encodeEventTopics }, { propertyShares }, { shares, market, sender }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    find(),
  ]);
  const { abi } = propertyShares;
  const [single] = encodeEventTopics({ abi, eventName: 'TransferSingle' });
  const [batch] = encodeEventTopics({ abi, eventName: 'TransferBatch' });
  const transfers: Transfer[] = [];
  for (let first = from; first <= to; first += RANGE_BLOCKS) {
    const range = { fromBlock: toHex(first), toBlock: toHex(Math.min(to, first + RANGE_BLOCKS - 1)) };
    const logs = (await chain.request({
      method: 'eth_getLogs',
      params: [{ address: shares, topics: [[single, batch]], ...range }],
    })) as RpcLog[];
    for (const { topics, data, transactionHash, logIndex, blockNumber } of logs) {
      const event = decodeEventLog({ abi, topics, data });
      if (event.eventName !== 'TransferSingle' && event.eventName !== 'TransferBatch') continue;
      const operator = event.args.operator.toLowerCase();
      if (operator === market || operator === sender.address.toLowerCase()) continue;
      const moved =
        event.eventName === 'TransferSingle'
          ? [[event.args.id, event.args.value] as const]
          : event.args.ids.map((id, n) => [id, event.args.values[n] ?? 0n] as const);
      for (const [item, [id, value]] of moved.entries()) {
        if (value === 0n) continue;
        transfers.push({
          ...{ hash: transactionHash as Hex, log: Number(logIndex), item, block: Number(blockNumber) },
          from: event.args.from.toLowerCase() as Hex,
          to: event.args.to.toLowerCase() as Hex,
          tokenId: Number(id),
          shares: Number(value),
        });
      }
    }
  }
  return transfers;
}

const toHex = (number: number) => `0x${number.toString(16)}`;

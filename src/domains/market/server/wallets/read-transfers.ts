import type { RpcLog } from 'viem';
import { isChainOutage, RpcError } from '#platform/server/evm/rpc-error.ts';
import type { MarketChain } from '../calls/market-chain.ts';
import type { Transfer } from './withdrawal-rows.ts';

type Hex = `0x${string}`;
type Network = Pick<MarketChain, 'chain' | 'find'>;

/** The most blocks of one request, and the number of logs after which a round stops. */
const RANGE_BLOCKS = 1000;
const LOGS_MAX = 20_000;

type Read = {
  readonly transfers: readonly Transfer[];
  /** The first block that was not read. Behind the last one unless there was too much for one round. */
  readonly next: number;
  /** Whether the network refused a range of blocks, so that smaller ranges were requested. */
  readonly isCrowded: boolean;
};

/**
 * Reads the transfers of shares by others than the market, in these blocks of the network, in order. Moves by the market, and shares created
 * by an issue, are already in the records. Anyone can fill blocks with transfers of zero shares, so a refused range is halved, and the
 * receipts of a single refused block are read. At least one block is read.
 *
 * @throws RpcError if the network does not answer
 */
export async function readTransfers(
  network: Network,
  { from, to, receiver }: { readonly from: number; readonly to: number; readonly receiver?: Hex },
): Promise<Read> {
  const { chain, find } = network;
  const [{ encodeEventTopics, pad }, { propertyShares }, contracts] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    find(),
  ]);
  const { abi } = propertyShares;
  const events = (['TransferSingle', 'TransferBatch'] as const).map(
    (eventName) => encodeEventTopics({ abi, eventName })[0],
  );
  const topics = receiver === undefined ? [events] : [events, null, null, pad(receiver)];
  const transfers: Transfer[] = [];
  let [next, size, read, isCrowded] = [from, RANGE_BLOCKS, 0, false];
  while (next <= to && read < LOGS_MAX) {
    const last = Math.min(to, next + size - 1);
    let logs: RpcLog[];
    try {
      logs = (await chain.request({
        method: 'eth_getLogs',
        params: [{ address: contracts.shares, topics, fromBlock: toHex(next), toBlock: toHex(last) }],
      })) as RpcLog[];
    } catch (error) {
      // Each endpoint has its own words and code for the refusal.
      if (!(error instanceof RpcError) || isChainOutage(error)) throw error;
      isCrowded = true;
      size = Math.floor((last - next + 1) / 2);
      if (size > 0) continue;
      logs = (await readLogsOfBlock(chain, next)).filter(
        (log) => log.address.toLowerCase() === contracts.shares && events.includes(log.topics[0] as Hex),
      );
    }
    for (const log of logs) transfers.push(...(await transfersOf(log, contracts)));
    read += logs.length;
    next = last + 1;
    size = Math.min(RANGE_BLOCKS, Math.max(1, size * 2));
  }
  return { transfers, next, isCrowded };
}

/** Reads the logs of a block from its receipts, to which no limit of logs applies. */
async function readLogsOfBlock(chain: Network['chain'], number: number): Promise<RpcLog[]> {
  const block = (await chain.request({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })) as {
    transactions: string[];
  };
  const logs: RpcLog[] = [];
  for (const hash of block.transactions) {
    const receipt = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      logs: RpcLog[];
    };
    logs.push(...receipt.logs);
  }
  return logs;
}

async function transfersOf(
  { topics, data, transactionHash, logIndex, blockNumber }: RpcLog,
  { market, sender }: Awaited<ReturnType<Network['find']>>,
): Promise<Transfer[]> {
  const [{ decodeEventLog }, { propertyShares }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
  ]);
  const event = decodeEventLog({ abi: propertyShares.abi, topics, data });
  if (event.eventName !== 'TransferSingle' && event.eventName !== 'TransferBatch') return [];
  const { args } = event;
  const operator = args.operator.toLowerCase();
  if (operator === market || operator === sender.address.toLowerCase()) return [];
  const moved =
    'ids' in args ? args.ids.map((id, n) => [id, args.values[n] ?? 0n] as const) : [[args.id, args.value] as const];
  return moved.flatMap(([id, value], item) =>
    value === 0n
      ? []
      : {
          ...{ hash: transactionHash as Hex, log: Number(logIndex), item, block: Number(blockNumber) },
          from: args.from.toLowerCase() as Hex,
          to: args.to.toLowerCase() as Hex,
          tokenId: Number(id),
          shares: Number(value),
        },
  );
}

const toHex = (number: number) => `0x${number.toString(16)}`;

import type { RpcLog, RpcTransaction, RpcTransactionReceipt } from 'viem';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { DigitalContracts } from './digital-contracts.ts';

type Hex = `0x${string}`;

/** An event of the router. `token` is zero for ETH; `amount` is in wei, or in units of the token. */
export type RouterPayment = {
  readonly reference: Hex;
  readonly payer: Hex;
  readonly token: Hex;
  readonly amount: bigint;
  readonly position: number;
};

/** Money that a transaction moves to the treasury. `position` is the position of its log in the transaction, or -1 for its value. */
export type Transfer = { readonly payer: Hex; readonly amount: bigint; readonly position: number };

/** A transaction in a block, as the chain returns it. Hashes and addresses are in lower case. */
export type MinedTransaction = {
  readonly hash: Hex;
  readonly succeeded: boolean;
  readonly block: number;
  readonly blockHash: Hex;
  /** Whether the block is still the one at its height. */
  readonly isCanonical: boolean;
  /** In milliseconds since the epoch. */
  readonly blockAt: number;
  /** The number of the newest block. */
  readonly head: number;
  readonly routerPayments: readonly RouterPayment[];
  /** Transfers of the configured USDC to the treasury. */
  readonly usdcTransfers: readonly Transfer[];
  readonly ethTransfer: Transfer | undefined;
};

export type Lookup = {
  readonly chainId: number;
  readonly transaction: MinedTransaction | 'pending' | 'unknown';
};

type Block = { readonly hash: Hex; readonly timestamp: Hex };

/**
 * Reads a transaction by its hash, without waiting for it.
 *
 * @throws RpcError if the chain cannot be reached
 */
export async function readTransaction(
  chain: Pick<Chain, 'request'>,
  contracts: DigitalContracts,
  hash: Hex,
): Promise<Lookup> {
  const ask = <Value>(method: string, ...params: unknown[]) => chain.request({ method, params }) as Promise<Value>;
  const chainId = Number(await ask<Hex>('eth_chainId'));
  const [receipt, transaction, head] = await Promise.all([
    ask<RpcTransactionReceipt | null>('eth_getTransactionReceipt', hash),
    ask<RpcTransaction | null>('eth_getTransactionByHash', hash),
    ask<Hex>('eth_blockNumber'),
  ]);
  if (receipt === null || transaction === null)
    return { chainId, transaction: transaction === null ? 'unknown' : 'pending' };
  const block = await ask<Block | null>('eth_getBlockByNumber', receipt.blockNumber, false);
  return {
    chainId,
    transaction: {
      hash,
      succeeded: receipt.status === '0x1',
      block: Number(receipt.blockNumber),
      blockHash: lower(receipt.blockHash),
      isCanonical: block !== null && lower(block.hash) === lower(receipt.blockHash),
      blockAt: block === null ? 0 : Number(block.timestamp) * 1000,
      head: Number(head),
      ...(await readLogs(receipt.logs, contracts)),
      ethTransfer:
        lower(transaction.to ?? '') === contracts.treasury && BigInt(transaction.value) > 0n
          ? { payer: lower(transaction.from), amount: BigInt(transaction.value), position: -1 }
          : undefined,
    },
  };
}

/** Decodes the events of the router and of the configured token. Logs of other contracts, and malformed ones, do not count. */
async function readLogs(logs: readonly RpcLog[], { router, usdc, treasury }: DigitalContracts) {
  const [{ decodeEventLog }, { taxRouter }, { sampleUsdc }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/tax-router.gen.ts'),
    import('#contracts/artifacts/sample-usdc.gen.ts'),
  ]);
  const routerPayments: RouterPayment[] = [];
  const usdcTransfers: Transfer[] = [];
  for (const [position, { address, topics, data }] of logs.entries())
    try {
      const source = lower(address);
      if (source === router) {
        const { args } = decodeEventLog({ abi: taxRouter.abi, eventName: 'TaxPaid', topics, data, strict: true });
        const { bill, payer, token, amount } = args;
        routerPayments.push({ reference: lower(bill), payer: lower(payer), token: lower(token), amount, position });
      } else if (source === usdc) {
        const { args } = decodeEventLog({ abi: sampleUsdc.abi, eventName: 'Transfer', topics, data, strict: true });
        if (lower(args.to) === treasury && args.value > 0n)
          usdcTransfers.push({ payer: lower(args.from), amount: args.value, position });
      }
    } catch {
      // Another event of the contract.
    }
  return { routerPayments, usdcTransfers };
}

const lower = (text: string) => text.toLowerCase() as Hex;

/** Reports whether a transaction still makes a transfer. A contract may act differently in another block. */
export function hasTransfer(
  transaction: MinedTransaction,
  { position, units, payer }: { readonly position: number; readonly units: bigint; readonly payer: Hex },
): boolean {
  const { routerPayments, usdcTransfers, ethTransfer } = transaction;
  const transfers = [...routerPayments, ...usdcTransfers, ...(ethTransfer === undefined ? [] : [ethTransfer])];
  return (
    transaction.succeeded &&
    transfers.some((one) => one.position === position && one.amount === units && one.payer === payer)
  );
}

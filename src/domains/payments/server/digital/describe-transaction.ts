import type { RpcLog, RpcTransaction, RpcTransactionReceipt } from 'viem';
import { type readTransaction, transactionNotFound } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { type Digital, withChain } from './digital.ts';
import type { DigitalContracts } from './digital-contracts.ts';

type Hex = `0x${string}`;
type Shown = ResponseOut<typeof readTransaction>;
type Decoded = Shown['events'][number];

/**
 * Returns a transaction of the network with its call and events in words.
 *
 * @throws AppError `payments.transaction_not_found`, `server.unavailable`
 */
export const describeTransaction = (digital: Digital, hash: string): Promise<Shown> =>
  withChain(digital, () => explain(digital, hash.toLowerCase() as Hex));

async function explain(digital: Digital, hash: Hex): Promise<Shown> {
  const { chain } = digital;
  const ask = <Value>(method: string, ...params: unknown[]) => chain.request({ method, params }) as Promise<Value>;
  const transaction = await ask<RpcTransaction | null>('eth_getTransactionByHash', hash);
  if (transaction === null)
    throw new AppError(transactionNotFound, `The transaction was not found on ${chain.networkName}.`, {
      hint: 'Compare the hash, and the network that it belongs to.',
    });
  const receipt = await ask<RpcTransactionReceipt | null>('eth_getTransactionReceipt', hash);
  const block =
    receipt === null ? null : await ask<{ timestamp: Hex } | null>('eth_getBlockByNumber', receipt.blockNumber, false);
  const head = Number(await ask<Hex>('eth_blockNumber'));
  const decoder = await createDecoder(
    digital.contracts.problem() === undefined ? await digital.contracts.find() : undefined,
    digital.namedContracts,
  );
  const number = receipt === null ? undefined : Number(receipt.blockNumber);
  return {
    hash,
    network: chain.networkName,
    chainId: await chain.chainId(),
    isLocal: chain.isEmbedded,
    status: receipt === null ? 'pending' : receipt.status === '0x1' ? 'succeeded' : 'failed',
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase() ?? null,
    value: BigInt(transaction.value).toString(),
    call: decoder.call(transaction.to, transaction.input),
    events: (receipt?.logs ?? []).flatMap((log) => decoder.event(log) ?? []),
    block:
      receipt === null || block === null || number === undefined
        ? null
        : { number, hash: receipt.blockHash, at: new Date(Number(block.timestamp) * 1000).toISOString() },
    confirmations: number === undefined ? 0 : Math.max(0, head - number + 1),
    confirmationsNeeded: chain.confirmations,
    gasUsed: receipt === null ? null : BigInt(receipt.gasUsed).toString(),
  };
}

/** Returns functions that put the calls and events of known contracts in words, and return null for others. */
async function createDecoder(contracts: DigitalContracts | undefined, others: Digital['namedContracts']) {
  const [{ decodeEventLog, decodeFunctionData }, { taxRouter }, { sampleUsdc }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/tax-router.gen.ts'),
    import('#contracts/artifacts/sample-usdc.gen.ts'),
  ]);
  const known = (address: string | null | undefined) => {
    const at = address?.toLowerCase() ?? '';
    if (at === contracts?.router) return { contract: 'Tax router', abi: taxRouter.abi };
    return at === contracts?.usdc ? { contract: 'USDC', abi: sampleUsdc.abi } : others.get(at);
  };
  type Entry = { readonly name?: string; readonly inputs?: readonly { readonly name?: string }[] };
  const named = (abi: readonly unknown[], name: string, values: readonly unknown[]) => {
    const entry = (abi as readonly Entry[]).find((one) => one.name === name && one.inputs?.length === values.length);
    return values.map((value, n) => ({ name: entry?.inputs?.[n]?.name ?? String(n), value: String(value) }));
  };
  return {
    call(to: string | null | undefined, data: Hex): Decoded | null {
      const target = known(to);
      if (target === undefined) return null;
      try {
        const { functionName, args } = decodeFunctionData({ abi: target.abi as never, data });
        return {
          contract: target.contract,
          name: functionName,
          arguments: named(target.abi, functionName, args ?? []),
        };
      } catch {
        return null;
      }
    },
    event({ address, topics, data }: RpcLog): Decoded | null {
      const source = known(address);
      if (source === undefined) return null;
      try {
        const decoded: { eventName: string; args?: unknown } = decodeEventLog({
          abi: source.abi as never,
          topics,
          data,
        });
        const { eventName, args = {} } = decoded;
        const values = Object.entries(args as object).map(([name, value]) => ({ name, value: String(value) }));
        return { contract: source.contract, name: eventName, arguments: values };
      } catch {
        return null;
      }
    },
  };
}

import { type Block, createBlock, genTransactionsTrieRoot, type HeaderData } from '@ethereumjs/block';
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import type { TypedTransaction } from '@ethereumjs/tx';
import type { Address } from '@ethereumjs/util';
import { bigIntMin, createAccount, createAddressFromString, KECCAK256_RLP } from '@ethereumjs/util';
import { Bloom, encodeReceipt, type RunTxResult, runTx } from '@ethereumjs/vm';
import { type RpcError, rejected } from '../rpc-error.ts';
import type { BlockRow, LogRow, TransactionRow, WrittenBlock } from './chain-rows.ts';
import { BLOCK_GAS_LIMIT, GENESIS_BASE_FEE, OPERATOR_FUNDS } from './chain-rules.ts';
import { type ChainFiles, openState } from './open-state.ts';
import { selectReachable } from './reachable-nodes.ts';

/** A signed transaction with its sender, which takes milliseconds to recover. */
export type SignedTransaction = {
  readonly transaction: TypedTransaction;
  readonly sender: Address;
  readonly hash: Uint8Array;
};

export type BuiltBlock<One extends SignedTransaction> = {
  readonly written: WrittenBlock;
  readonly included: readonly One[];
  /** Transactions that the state does not allow, each with the reason. */
  readonly refused: readonly { readonly one: One; readonly reason: RpcError }[];
};

/** Returns the first block, whose state funds the operator. */
export async function buildGenesis(files: ChainFiles, operator: Uint8Array, timestamp: number): Promise<WrittenBlock> {
  const { manager, pending } = await openState(files);
  await manager.checkpoint();
  const address = createAddressFromString(`0x${Buffer.from(operator).toString('hex')}`);
  await manager.putAccount(address, createAccount({ balance: OPERATOR_FUNDS }));
  await manager.commit();
  const stateRoot = await manager.getStateRoot();
  const block = createBlock(
    { header: { ...headerBase, number: 0n, timestamp, stateRoot, baseFeePerGas: GENESIS_BASE_FEE } },
    { common: files.rules },
  );
  return {
    block: toRow(block),
    nodes: selectReachable(pending.written, stateRoot),
    transactions: [],
    logs: [],
  };
}

/**
 * Executes transactions in order on the state of `parent`, and returns the block with everything to store. Transactions
 * that the state does not allow are returned with the reason. Transactions that no longer fit in the block are in
 * neither list.
 */
export async function buildBlock<One extends SignedTransaction>(
  files: ChainFiles,
  parent: BlockRow,
  candidates: readonly One[],
  timestamp: number,
): Promise<BuiltBlock<One>> {
  const failed = new Map<One, RpcError>();
  for (;;) {
    const some = candidates.filter((one) => !failed.has(one));
    const built = await attemptBlock(files, parent, some, timestamp);
    if (!('failure' in built)) return { ...built, refused: [...built.refused, ...toRefusals(failed)] };
    // The failure may have changed the state, so the block starts over without this transaction.
    failed.set(built.one, built.failure);
  }
}

const toRefusals = <One>(failed: ReadonlyMap<One, RpcError>) => [...failed].map(([one, reason]) => ({ one, reason }));

/** Builds the block, or returns the first transaction that the engine fails to execute. */
async function attemptBlock<One extends SignedTransaction>(
  files: ChainFiles,
  parent: BlockRow,
  candidates: readonly One[],
  timestamp: number,
): Promise<BuiltBlock<One> | { readonly one: One; readonly failure: RpcError }> {
  const { vm, manager, pending } = await openState(files, new Uint8Array(parent.stateRoot));
  const baseFee = nextBaseFee(files, parent);
  const number = BigInt(parent.number) + 1n;
  const header = { ...headerBase, parentHash: parent.hash, number, timestamp, baseFeePerGas: baseFee };
  // The library's block builder creates all transactions so far again for each one that it adds.
  const surroundings = createBlock({ header }, { common: files.rules });
  const included: Executed<One>[] = [];
  const refused: { one: One; reason: RpcError }[] = [];
  const full = new Set<string>();
  let gasUsed = 0n;
  await vm.evm.journal.checkpoint();
  for (const one of candidates) {
    const sender = one.sender.toString();
    if (gasUsed + one.transaction.gasLimit > BLOCK_GAS_LIMIT) full.add(sender);
    // A later one of the same sender must wait with it.
    if (full.has(sender)) continue;
    const account = await manager.getAccount(one.sender);
    const problem = findProblem(one.transaction, account ?? createAccount({}), baseFee);
    if (problem !== undefined) {
      refused.push({ one, reason: problem });
      continue;
    }
    try {
      const result = await runTx(vm, { tx: one.transaction, block: surroundings, blockGasUsed: gasUsed });
      included.push({ one, result });
      gasUsed += result.totalGasSpent;
    } catch (error) {
      const reason = (error as Error).message.split(' (vm hf')[0];
      return { one, failure: rejected(`transaction not accepted: ${reason}`) };
    }
  }
  await vm.evm.journal.commit();
  const block = await sealBlock(files, { ...header, gasUsed, stateRoot: await manager.getStateRoot() }, included);
  const row = toRow(block);
  return {
    written: {
      block: row,
      nodes: selectReachable(pending.written, block.header.stateRoot),
      ...toRows(row, included, baseFee),
    },
    included: included.map(({ one }) => one),
    refused,
  };
}

type Executed<One> = { readonly one: One; readonly result: RunTxResult };

/** Returns the block with the roots and the bloom filter of what it executed. */
async function sealBlock(
  { rules }: ChainFiles,
  header: HeaderData,
  included: readonly Executed<SignedTransaction>[],
): Promise<Block> {
  const transactions = included.map(({ one }) => one.transaction);
  const receipts = new MerklePatriciaTrie({ common: rules });
  const bloom = new Bloom(undefined, rules);
  for (const [position, { one, result }] of included.entries()) {
    await receipts.put(RLP.encode(position), encodeReceipt(result.receipt, one.transaction.type));
    bloom.or(result.bloom);
  }
  const roots = {
    transactionsTrie: await genTransactionsTrieRoot(transactions, new MerklePatriciaTrie({ common: rules })),
    receiptTrie: receipts.root(),
    logsBloom: bloom.bitvector,
  };
  return createBlock({ header: { ...header, ...roots }, transactions, withdrawals: [] }, { common: rules });
}

/** Returns the base fee of the block after this one (EIP-1559), in wei. */
export const nextBaseFee = (files: ChainFiles, block: BlockRow): bigint =>
  createBlock({ header: headerOf(block) }, { common: files.rules }).header.calcNextBaseFee();

/** Returns why the state does not allow a transaction now, in the words of other clients. */
function findProblem(
  transaction: TypedTransaction,
  account: { nonce: bigint; balance: bigint },
  baseFee: bigint,
): RpcError | undefined {
  const { nonce } = transaction;
  if (nonce < account.nonce) return rejected(`nonce too low: next nonce ${account.nonce}, transaction nonce ${nonce}`);
  if (nonce > account.nonce)
    return rejected(
      `nonce too high: next nonce ${account.nonce}, transaction nonce ${nonce}. Send the missing ones first`,
    );
  const feeMax = 'maxFeePerGas' in transaction ? transaction.maxFeePerGas : transaction.gasPrice;
  if (feeMax < baseFee)
    return rejected(`max fee per gas less than block base fee: ${feeMax} wei offered, ${baseFee} wei required`);
  const cost = transaction.gasLimit * feeMax + transaction.value;
  if (account.balance < cost)
    return rejected(`insufficient funds for gas * price + value: balance ${account.balance} wei, cost ${cost} wei`);
  return undefined;
}

/** The header fields that are the same in every block. */
const headerBase = {
  gasLimit: BLOCK_GAS_LIMIT,
  withdrawalsRoot: KECCAK256_RLP,
  blobGasUsed: 0n,
  excessBlobGas: 0n,
  parentBeaconBlockRoot: new Uint8Array(32),
} satisfies HeaderData;

/** Returns the header of a stored block, without the fields that affect only its hash. */
export const headerOf = (block: BlockRow): HeaderData => ({
  ...headerBase,
  number: BigInt(block.number),
  parentHash: new Uint8Array(block.parentHash),
  stateRoot: new Uint8Array(block.stateRoot),
  timestamp: BigInt(block.timestamp),
  gasUsed: BigInt(block.gasUsed),
  baseFeePerGas: block.baseFee,
});

const toRow = (block: Block): BlockRow => ({
  number: Number(block.header.number),
  hash: block.hash(),
  parentHash: block.header.parentHash,
  stateRoot: block.header.stateRoot,
  transactionsRoot: block.header.transactionsTrie,
  receiptsRoot: block.header.receiptTrie,
  timestamp: Number(block.header.timestamp),
  gasUsed: Number(block.header.gasUsed),
  baseFee: block.header.baseFeePerGas ?? 0n,
  size: block.serialize().length,
});

function toRows(
  block: BlockRow,
  included: readonly Executed<SignedTransaction>[],
  baseFee: bigint,
): { transactions: TransactionRow[]; logs: LogRow[] } {
  const logs: LogRow[] = [];
  const transactions = included.map(({ one, result }, position): TransactionRow => {
    for (const [address, topics, data] of result.receipt.logs)
      logs.push({
        blockNumber: block.number,
        position: logs.length,
        transactionPosition: position,
        address,
        topics,
        data,
      });
    return {
      hash: one.hash,
      blockNumber: block.number,
      position,
      sender: one.sender.bytes,
      nonce: Number(one.transaction.nonce),
      raw: one.transaction.serialize(),
      succeeded: result.execResult.exceptionError === undefined,
      gasUsed: Number(result.totalGasSpent),
      cumulativeGasUsed: Number(result.receipt.cumulativeBlockGasUsed),
      gasPrice: pricePaid(one.transaction, baseFee),
      contractAddress: one.transaction.to === undefined ? (result.createdAddress?.bytes ?? null) : null,
    };
  });
  return { transactions, logs };
}

/** Returns the wei paid for each unit of gas (EIP-1559). */
function pricePaid(transaction: TypedTransaction, baseFee: bigint): bigint {
  if (!('maxFeePerGas' in transaction)) return transaction.gasPrice;
  return bigIntMin(baseFee + transaction.maxPriorityFeePerGas, transaction.maxFeePerGas);
}

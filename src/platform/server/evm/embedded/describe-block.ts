import type { Common } from '@ethereumjs/common';
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import { bigIntToHex, bytesToHex, KECCAK256_RLP, KECCAK256_RLP_ARRAY } from '@ethereumjs/util';
import { Bloom } from '@ethereumjs/vm';
import type { BlockRow, LogRow, TransactionRow } from './chain-rows.ts';
import { BLOCK_GAS_LIMIT } from './chain-rules.ts';

/** Returns a number as JSON-RPC writes it. */
export const quantity = (value: bigint | number): string => bigIntToHex(BigInt(value));
export const hex = (bytes: Uint8Array): string => bytesToHex(bytes);

const ZERO_HASH = hex(new Uint8Array(32));
const ZERO_ADDRESS = hex(new Uint8Array(20));
/** SHA-256 of empty input: the requests hash of a block without requests (EIP-7685). */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Returns a block in the form of the Ethereum JSON-RPC specification. The bloom filter is computed from its logs. */
export function describeBlock(block: BlockRow, transactions: readonly unknown[], logs: readonly LogRow[]): object {
  return {
    number: quantity(block.number),
    hash: hex(block.hash),
    parentHash: hex(block.parentHash),
    sha3Uncles: hex(KECCAK256_RLP_ARRAY),
    miner: ZERO_ADDRESS,
    stateRoot: hex(block.stateRoot),
    transactionsRoot: hex(block.transactionsRoot),
    receiptsRoot: hex(block.receiptsRoot),
    logsBloom: bloomOf(logs),
    difficulty: '0x0',
    gasLimit: quantity(BLOCK_GAS_LIMIT),
    gasUsed: quantity(block.gasUsed),
    timestamp: quantity(block.timestamp),
    extraData: '0x',
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    baseFeePerGas: quantity(block.baseFee),
    withdrawalsRoot: hex(KECCAK256_RLP),
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
    parentBeaconBlockRoot: ZERO_HASH,
    requestsHash: NO_REQUESTS,
    size: quantity(block.size),
    transactions,
    uncles: [],
    withdrawals: [],
  };
}

/** Returns a transaction of a block in the form of the specification. */
export function describeTransaction(row: TransactionRow, block: BlockRow, rules: Common): object {
  const transaction: TypedTransaction = createTxFromRLP(new Uint8Array(row.raw), { common: rules });
  const { nonce, value, to, v, r, s } = transaction.toJSON();
  const typed = transaction.type > 0;
  return {
    blockHash: hex(block.hash),
    blockNumber: quantity(row.blockNumber),
    transactionIndex: quantity(row.position),
    hash: hex(row.hash),
    from: hex(row.sender),
    to: to ?? null,
    nonce,
    value,
    input: hex(transaction.data),
    gas: quantity(transaction.gasLimit),
    gasPrice: quantity(row.gasPrice),
    ...('maxFeePerGas' in transaction
      ? {
          maxFeePerGas: quantity(transaction.maxFeePerGas),
          maxPriorityFeePerGas: quantity(transaction.maxPriorityFeePerGas),
        }
      : {}),
    ...('accessList' in transaction ? { accessList: transaction.toJSON().accessList ?? [] } : {}),
    chainId: quantity(rules.chainId()),
    type: quantity(transaction.type),
    v,
    r,
    s,
    ...(typed ? { yParity: v } : {}),
  };
}

/** Returns a receipt in the form of the specification. `to` is null for a transaction that created a contract. */
export function describeReceipt(row: TransactionRow, block: BlockRow, logs: readonly LogRow[], rules: Common): object {
  const transaction = createTxFromRLP(new Uint8Array(row.raw), { common: rules });
  return {
    transactionHash: hex(row.hash),
    transactionIndex: quantity(row.position),
    blockHash: hex(block.hash),
    blockNumber: quantity(row.blockNumber),
    from: hex(row.sender),
    to: transaction.to?.toString() ?? null,
    cumulativeGasUsed: quantity(row.cumulativeGasUsed),
    gasUsed: quantity(row.gasUsed),
    effectiveGasPrice: quantity(row.gasPrice),
    contractAddress: row.contractAddress === null ? null : hex(row.contractAddress),
    logs: logs.map((log) => describeLog(log, block.hash, row.hash)),
    logsBloom: bloomOf(logs),
    status: row.succeeded ? '0x1' : '0x0',
    type: quantity(transaction.type),
  };
}

export const describeLog = (log: LogRow, blockHash: Uint8Array, transactionHash: Uint8Array): object => ({
  address: hex(log.address),
  topics: log.topics.map(hex),
  data: hex(log.data),
  blockHash: hex(blockHash),
  blockNumber: quantity(log.blockNumber),
  transactionHash: hex(transactionHash),
  transactionIndex: quantity(log.transactionPosition),
  logIndex: quantity(log.position),
  removed: false,
});

function bloomOf(logs: readonly LogRow[]): string {
  const bloom = new Bloom();
  for (const { address, topics } of logs) {
    bloom.add(new Uint8Array(address));
    for (const topic of topics) bloom.add(new Uint8Array(topic));
  }
  return hex(bloom.bitvector);
}

import { Address } from '@ethereumjs/util';
import { invalidParams } from '../rpc-error.ts';
import { nextBaseFee } from './build-block.ts';
import type { BlockRow, TransactionRow } from './chain-rows.ts';
import * as rows from './chain-rows.ts';
import { decodeTransaction, TRANSACTION_BYTES_MAX } from './decode-transaction.ts';
import { describeBlock, describeReceipt, describeTransaction, hex, quantity } from './describe-block.ts';
import { readFeeHistory, toPercentiles } from './fee-history.ts';
import { type ChainFiles, openState } from './open-state.ts';
import type { Pace } from './pace.ts';
import { type Parameters, toAddress, toBlockChoice, toBytes, toCount, toHash, toSlot } from './parameters.ts';
import type { BlockProducer } from './produce-blocks.ts';
import { readMatchingLogs } from './read-matching-logs.ts';
import { callContract, estimateGas, toCall } from './run-calls.ts';

/** Answers one method. Ignores additional parameters, as other clients do. `pace` limits methods that execute code. */
type Method = (parameters: Parameters, pace: Pace) => Promise<unknown>;

/** Returns the methods of the chain by name. There are none for accounts, debugging, mining or administration. */
export function createMethods(files: ChainFiles, producer: BlockProducer): ReadonlyMap<string, Method> {
  const { database, rules } = files;
  const methods: Record<string, Method> = {
    eth_chainId: async () => quantity(rules.chainId()),
    net_version: async () => rules.chainId().toString(),
    web3_clientVersion: async () => 'Cairn/ethereumjs',
    eth_syncing: async () => false,
    eth_blockNumber: async () => quantity(await rows.readHeadNumber(database)),
    eth_getBlockByNumber: async ([block, full]) => blockAnswer(await findBlock(files, block), full),
    eth_getBlockByHash: async ([hash, full]) =>
      blockAnswer(await rows.readBlockByHash(database, toHash(hash, 'The block hash')), full),
    eth_getTransactionByHash: async ([hash]) =>
      found(hash, async (row, block) => describeTransaction(row, block, rules)),
    eth_getTransactionReceipt: async ([hash]) =>
      found(hash, async (row, block) =>
        describeReceipt(row, block, await rows.readLogsOfBlock(database, row.blockNumber, row.position), rules),
      ),
    eth_getBalance: async ([address, block]) => quantity((await account(address, block))?.balance ?? 0n),
    eth_getTransactionCount: async ([address, block]) => {
      const nonce = (await account(address, block))?.nonce ?? 0n;
      const waiting = block === 'pending' ? producer.countWaiting(hex(toAddress(address, 'The address'))) : 0;
      return quantity(nonce + BigInt(waiting));
    },
    eth_getCode: async ([address, block]) => {
      const of = new Address(toAddress(address, 'The address'));
      return hex(await (await stateOf(block)).getCode(of));
    },
    eth_getStorageAt: async ([address, slot, block]) => {
      const of = new Address(toAddress(address, 'The address'));
      const key = toSlot(slot, 'The slot');
      const value = await (await stateOf(block)).getStorage(of, key);
      return `0x${hex(value).slice(2).padStart(64, '0')}`;
    },
    eth_call: async ([call, block], pace) =>
      hex(await callContract(files, await requireBlock(files, block), toCall(call), pace)),
    eth_estimateGas: async ([call, block], pace) =>
      quantity(await estimateGas(files, await requireBlock(files, block), toCall(call), pace)),
    // A price that the next two blocks accept: a base fee grows by at most an eighth.
    eth_gasPrice: async () => quantity((nextBaseFee(files, await rows.readHead(database)) * 9n) / 8n + 1n),
    // Blocks are not full, so a tip has no effect.
    eth_maxPriorityFeePerGas: async () => quantity(0n),
    eth_feeHistory: async ([count, newest, percentiles]) =>
      readFeeHistory(
        files,
        await requireBlock(files, newest),
        toCount(count, 'The block count'),
        toPercentiles(percentiles),
      ),
    eth_getLogs: async ([filter]) => readLogs(files, filter),
    async eth_sendRawTransaction([raw]) {
      const bytes = toBytes(raw, 'The transaction', undefined, TRANSACTION_BYTES_MAX);
      const one = decodeTransaction(bytes, rules);
      await producer.submit(one);
      return hex(one.hash);
    },
  };
  return new Map(Object.entries(methods));

  async function blockAnswer(block: BlockRow | undefined, full: unknown): Promise<object | null> {
    if (block === undefined) return null;
    const transactions = await rows.readTransactions(database, block.number);
    return describeBlock(
      block,
      transactions.map((row) => (full === true ? describeTransaction(row, block, rules) : hex(row.hash))),
      await rows.readLogsOfBlock(database, block.number),
    );
  }

  async function found(
    hash: unknown,
    answer: (row: TransactionRow, block: BlockRow) => Promise<object>,
  ): Promise<object | null> {
    const row = await rows.readTransaction(database, toHash(hash, 'The transaction hash'));
    const block = row && (await rows.readBlock(database, row.blockNumber));
    return row === undefined || block === undefined ? null : answer(row, block);
  }

  async function stateOf(block: unknown) {
    const { stateRoot } = await requireBlock(files, block);
    return (await openState(files, new Uint8Array(stateRoot))).manager;
  }

  async function account(address: unknown, block: unknown) {
    const of = new Address(toAddress(address, 'The address'));
    return (await stateOf(block)).getAccount(of);
  }
}

async function findBlock({ database }: ChainFiles, value: unknown): Promise<BlockRow | undefined> {
  const choice = toBlockChoice(value);
  if (choice === 'head') return rows.readHead(database);
  return 'hash' in choice ? rows.readBlockByHash(database, choice.hash) : rows.readBlock(database, choice.number);
}

async function requireBlock(files: ChainFiles, value: unknown): Promise<BlockRow> {
  const block = await findBlock(files, value);
  if (block === undefined) throw invalidParams('There is no such block.');
  return block;
}

async function readLogs(files: ChainFiles, filter: unknown): Promise<object[]> {
  if (typeof filter !== 'object' || filter === null) throw invalidParams('The filter must be an object');
  const fields = filter as Record<string, unknown>;
  if (fields['blockHash'] !== undefined) {
    const { number } = await requireBlock(files, { blockHash: fields['blockHash'] });
    return readMatchingLogs(files, number, number, fields);
  }
  const head = await rows.readHeadNumber(files.database);
  const numberOf = (value: unknown, name: string) => {
    const choice = toBlockChoice(value, name);
    return choice === 'head' || 'hash' in choice ? head : choice.number;
  };
  const first = numberOf(fields['fromBlock'], 'fromBlock');
  return readMatchingLogs(files, first, numberOf(fields['toBlock'], 'toBlock'), fields);
}

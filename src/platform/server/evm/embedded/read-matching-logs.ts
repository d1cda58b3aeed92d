import { invalidParams, RpcError, rpcCodes } from '../rpc-error.ts';
import { type LogFilter, readLogs } from './chain-rows.ts';
import { describeLog } from './describe-block.ts';
import type { ChainFiles } from './open-state.ts';
import { toAddress, toHash } from './parameters.ts';

/** Logs in one answer, blocks that one request searches, and alternatives for an address or a topic. */
const LOGS_MAX = 10_000;
const BLOCKS_MAX = 100_000;
const ALTERNATIVES_MAX = 100;
const TOPICS_MAX = 4;

/** Answers `eth_getLogs` for the blocks from `first` to `last`. */
export async function readMatchingLogs(
  { database }: ChainFiles,
  first: number,
  last: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<object[]> {
  if (last < first) throw invalidParams('fromBlock must not be after toBlock');
  if (last - first >= BLOCKS_MAX)
    throw new RpcError(rpcCodes.limitExceeded, `Search at most ${BLOCKS_MAX} blocks in one request.`);
  const filter: LogFilter = {
    first,
    last,
    addresses: toAddresses(fields['address']),
    topics: toTopics(fields['topics']),
  };
  const found = await readLogs(database, filter, LOGS_MAX + 1);
  if (found.length > LOGS_MAX)
    throw new RpcError(rpcCodes.limitExceeded, `More than ${LOGS_MAX} logs match. Search fewer blocks in one request.`);
  return found.map((log) => describeLog(log, log.blockHash, log.transactionHash));
}

function toAddresses(value: unknown): Uint8Array[] {
  if (value === undefined || value === null) return [];
  return toAlternatives(value, 'address').map((one) => toAddress(one, 'address'));
}

/** At each position: null for any topic, a topic, or a list of alternatives. */
function toTopics(value: unknown): Uint8Array[][] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > TOPICS_MAX)
    throw invalidParams(`topics must be a list of at most ${TOPICS_MAX} entries`);
  return value.map((entry: unknown) =>
    entry === null ? [] : toAlternatives(entry, 'topics').map((one) => toHash(one, 'topics')),
  );
}

function toAlternatives(value: unknown, name: string): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > ALTERNATIVES_MAX) throw invalidParams(`${name} must have at most ${ALTERNATIVES_MAX} alternatives`);
  return list;
}

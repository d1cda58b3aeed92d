import { createBlock } from '@ethereumjs/block';
import { createFeeMarket1559Tx } from '@ethereumjs/tx';
import { Address, bigIntMin, createZeroAddress, hexToBytes, type PrefixedHexString } from '@ethereumjs/util';
import { runTx } from '@ethereumjs/vm';
import { invalidParams, RpcError, rejected, rpcCodes } from '../rpc-error.ts';
import { headerOf } from './build-block.ts';
import type { BlockRow } from './chain-rows.ts';
import { TRANSACTION_GAS_MAX } from './chain-rules.ts';
import { hex } from './describe-block.ts';
import { type ChainFiles, openState, type State } from './open-state.ts';
import { DeadlineExceeded, type Pace, TIME_IS_UP } from './pace.ts';
import { toAddress, toBytes, toHash, toQuantity } from './parameters.ts';

const ACCESS_LIST_MAX = 1000;

/** The call that an `eth_call` or `eth_estimateGas` executes. */
export type Call = {
  readonly from: Address;
  readonly to: Address | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  readonly gas: bigint;
  /** Wei for each unit of gas; undefined: the sender pays nothing. */
  readonly gasPrice: bigint | undefined;
  readonly accessList: { readonly address: PrefixedHexString; readonly storageKeys: PrefixedHexString[] }[];
};

/** Parses the transaction object of a request. Gas beyond what a transaction may use is not an error. */
export function toCall(value: unknown): Call {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams('The transaction must be an object');
  const fields = value as Record<string, unknown>;
  const optional = <T>(name: string, parse: (field: unknown, name: string) => T): T | undefined =>
    fields[name] === undefined || fields[name] === null ? undefined : parse(fields[name], name);
  const from = optional('from', toAddress);
  const to = optional('to', toAddress);
  const gas = optional('gas', toQuantity) ?? TRANSACTION_GAS_MAX;
  return {
    from: from === undefined ? createZeroAddress() : new Address(from),
    to: to === undefined ? undefined : new Address(to),
    data: optional('input', toBytes) ?? optional('data', toBytes) ?? new Uint8Array(),
    value: optional('value', toQuantity) ?? 0n,
    gas: bigIntMin(gas, TRANSACTION_GAS_MAX),
    gasPrice: optional('gasPrice', toQuantity) ?? optional('maxFeePerGas', toQuantity),
    accessList: optional('accessList', toAccessList) ?? [],
  };
}

function toAccessList(value: unknown): Call['accessList'] {
  if (!Array.isArray(value) || value.length > ACCESS_LIST_MAX)
    throw invalidParams(`accessList must be a list of at most ${ACCESS_LIST_MAX} entries`);
  return value.map((entry: unknown) => {
    const { address, storageKeys } = (entry ?? {}) as Record<string, unknown>;
    if (!Array.isArray(storageKeys) || storageKeys.length > ACCESS_LIST_MAX)
      throw invalidParams('accessList.storageKeys must be a list');
    return {
      address: hex(toAddress(address, 'accessList.address')) as PrefixedHexString,
      storageKeys: storageKeys.map((key: unknown) => hex(toHash(key, 'accessList.storageKeys')) as PrefixedHexString),
    };
  });
}

/**
 * Executes a call on the state after a block, and returns the result of the contract. Stores nothing.
 * @throws RpcError 3 with the contract's bytes if it reverts
 */
export async function callContract(files: ChainFiles, block: BlockRow, call: Call, pace: Pace): Promise<Uint8Array> {
  const state = await openForCall(files, block, pace);
  await requireFunds(state, call);
  const result = await beforeDeadline(
    state.vm.evm.runCall({
      caller: call.from,
      ...(call.to === undefined ? {} : { to: call.to }),
      data: call.data,
      value: call.value,
      gasLimit: call.gas,
      gasPrice: call.gasPrice ?? 0n,
      block: createBlock({ header: headerOf(block) }, { common: files.rules }),
    }),
  );
  const { exceptionError, returnValue } = result.execResult;
  if (exceptionError !== undefined) throw failureOf(exceptionError.error, returnValue);
  return returnValue;
}

/**
 * Returns the least gas with which the transaction succeeds on the state after a block.
 * @throws RpcError if it fails with any gas
 */
export async function estimateGas(files: ChainFiles, block: BlockRow, call: Call, pace: Pace): Promise<bigint> {
  const state = await openForCall(files, block, pace);
  await requireFunds(state, call);
  const highest = await affordableGas(state, call);
  const attempt = (gas: bigint) => beforeDeadline(runAlone(files, state, block, call, gas));
  const first = await attempt(highest);
  if (first.failure !== undefined) throw first.failure;
  // A call gets at most 63/64 of the remaining gas, and refunds come after the end (EIP-150, EIP-3529).
  const likely = ((first.gasUsed + first.gasRefund + CALL_STIPEND) * 64n) / 63n + 1n;
  let enough = highest;
  let tooLittle = first.gasUsed - 1n;
  for (let next = likely; tooLittle + 1n < enough; next = (tooLittle + enough) / 2n) {
    if (next <= tooLittle || next >= enough) next = (tooLittle + enough) / 2n;
    if ((await attempt(next)).failure === undefined) enough = next;
    else tooLittle = next;
  }
  return enough;
}

const CALL_STIPEND = 2300n;

const openForCall = (files: ChainFiles, block: BlockRow, pace: Pace): Promise<State> =>
  openState(files, new Uint8Array(block.stateRoot), pace);

async function requireFunds({ manager }: State, { from, value }: Call): Promise<void> {
  if (value === 0n) return;
  const balance = (await manager.getAccount(from))?.balance ?? 0n;
  if (balance < value) throw rejected(`insufficient funds for transfer: balance ${balance} wei, value ${value} wei`);
}

/** Returns the gas that the sender can pay at the price it offers. */
async function affordableGas({ manager }: State, { from, value, gas, gasPrice }: Call): Promise<bigint> {
  if (gasPrice === undefined || gasPrice === 0n) return gas;
  const balance = (await manager.getAccount(from))?.balance ?? 0n;
  return bigIntMin((balance - value) / gasPrice, gas);
}

type Attempt = { readonly gasUsed: bigint; readonly gasRefund: bigint; readonly failure: RpcError | undefined };

/** Executes the transaction with this much gas, and restores the previous state. */
async function runAlone(
  files: ChainFiles,
  { vm }: State,
  block: BlockRow,
  call: Call,
  gasLimit: bigint,
): Promise<Attempt> {
  const transaction = createFeeMarket1559Tx(
    {
      chainId: files.rules.chainId(),
      ...(call.to === undefined ? {} : { to: call.to }),
      data: call.data,
      value: call.value,
      gasLimit,
      maxFeePerGas: block.baseFee,
      accessList: call.accessList,
    },
    { common: files.rules, freeze: false },
  );
  transaction.getSenderAddress = () => call.from;
  await vm.evm.journal.checkpoint();
  try {
    const { execResult, totalGasSpent, gasRefund } = await runTx(vm, {
      tx: transaction,
      block: createBlock({ header: headerOf({ ...block, gasUsed: 0 }) }, { common: files.rules }),
      skipNonce: true,
      skipBalance: true,
    });
    const { exceptionError, returnValue } = execResult;
    const failure = exceptionError && failureOf(exceptionError.error, returnValue);
    return { gasUsed: totalGasSpent, gasRefund, failure };
  } catch (error) {
    if (error instanceof DeadlineExceeded) throw error;
    const reason = (error as Error).message.split(' (vm hf')[0];
    return { gasUsed: 0n, gasRefund: 0n, failure: rejected(reason ?? 'The transaction is not valid.') };
  } finally {
    await vm.evm.journal.revert();
  }
}

async function beforeDeadline<Result>(run: Promise<Result>): Promise<Result> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw rejected(TIME_IS_UP);
  }
}

/** Returns the error of a call that ended with an exception. A reason in the form `Error(string)` is part of the message. */
function failureOf(exception: string, returned: Uint8Array): RpcError {
  if (exception !== 'revert') return rejected(exception);
  const reason = reasonOf(returned);
  return new RpcError(rpcCodes.reverted, `execution reverted${reason === '' ? '' : `: ${reason}`}`, {
    data: hex(returned),
  });
}

/** The first four bytes of the hash of `Error(string)`. */
const ERROR_SELECTOR = hexToBytes('0x08c379a0');
const REASON_LENGTH_MAX = 500;

function reasonOf(returned: Uint8Array): string {
  // Selector, offset, length, text.
  if (returned.length < 68 || ERROR_SELECTOR.some((byte, at) => returned[at] !== byte)) return '';
  const length = Number(BigInt(hex(returned.subarray(36, 68))));
  return new TextDecoder().decode(returned.subarray(68, 68 + Math.min(length, REASON_LENGTH_MAX)));
}

import type { Common } from '@ethereumjs/common';
import { type AddPrecompile, EVMError, getActivePrecompiles, type PrecompileFunc } from '@ethereumjs/evm';
import { createAddressFromString, type PrefixedHexString } from '@ethereumjs/util';

/**
 * Returns the precompiles that Ethereum prices for machine code, with limits for this engine, which computes them in
 * JavaScript. An input is refused if it takes more than about a quarter of a second. Each input has a minimum price, so
 * that code that repeats one takes no longer for its gas than other code. Both depend on the input alone, so calls,
 * estimates and blocks agree.
 *
 * Measured on 2 busy cores, for one unit: a round of BLAKE2b 0.5 µs, a pair of points 12 to 34 ms, an addition on
 * BLS12-381 2.5 ms in its first group and 4.6 ms in its second, a multiplication 4 and 11 ms.
 */
export function limitPrecompiles(common: Common): AddPrecompile[] {
  const active = getActivePrecompiles(common);
  return limits.flatMap(({ address, ...limit }) => {
    const compute = active.get(address.padStart(40, '0'));
    return compute === undefined ? [] : [{ address: addressOf(address), function: limited(compute, limit) }];
  });
}

type Limit = {
  /** The amount of work that an input requests: rounds, pairs or points. */
  readonly count: (data: Uint8Array) => number;
  readonly most: number;
  /** The minimum gas of one unit, where Ethereum's price is too low for its time here. */
  readonly gas?: bigint;
};

const each = (bytes: number) => (data: Uint8Array) => Math.ceil(data.length / bytes);
const one = () => 1;
/** The rounds are the first four bytes. An input of another length fails before it is computed. */
const rounds = (data: Uint8Array) => (data.length < 4 ? 0 : new DataView(data.buffer, data.byteOffset).getUint32(0));

const limits: readonly ({ readonly address: string } & Limit)[] = [
  // Pairing on BN254 (EIP-197): proofs check four pairs.
  { address: '08', count: each(192), most: 8 },
  // BLAKE2b (EIP-152): a hash takes 12 rounds.
  { address: '09', count: rounds, most: 65_536, gas: 4n },
  // BLS12-381 (EIP-2537): additions, sums of products, pairing, and mapping to points.
  { address: '0b', count: one, most: 1, gas: 5000n },
  { address: '0c', count: each(160), most: 8, gas: 12_000n },
  { address: '0d', count: one, most: 1, gas: 9000n },
  { address: '0e', count: each(288), most: 8, gas: 22_500n },
  { address: '0f', count: each(384), most: 4 },
  { address: '10', count: one, most: 1, gas: 20_000n },
  { address: '11', count: one, most: 1, gas: 40_000n },
];

const addressOf = (hex: string) => createAddressFromString(`0x${hex.padStart(40, '0')}` satisfies PrefixedHexString);

const limited =
  (compute: PrecompileFunc, { count, most, gas = 0n }: Limit): PrecompileFunc =>
  async (input) => {
    const wanted = count(input.data);
    if (wanted > most) return failed(input.gasLimit, EVMError.errorMessages.OUT_OF_RANGE);
    const least = BigInt(wanted) * gas;
    if (least > input.gasLimit) return failed(input.gasLimit, EVMError.errorMessages.OUT_OF_GAS);
    const result = await compute(input);
    const executionGasUsed = result.executionGasUsed < least ? least : result.executionGasUsed;
    return result.exceptionError === undefined ? { ...result, executionGasUsed } : result;
  };

/** A precompile that fails uses all of its gas. */
const failed = (gasLimit: bigint, message: (typeof EVMError.errorMessages)[keyof typeof EVMError.errorMessages]) => ({
  executionGasUsed: gasLimit,
  returnValue: new Uint8Array(),
  exceptionError: new EVMError(message),
});

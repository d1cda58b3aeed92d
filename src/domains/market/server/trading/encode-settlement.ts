import { STEP_GAS_MAX, settlementGasMax } from '#domains/market/contract/settlement-gas.ts';
import type { Operator, SignedCall } from '#platform/server/evm/operator.ts';
import type { Step } from './step.ts';

type Hex = `0x${string}`;

/** What one call settles. `at` is in milliseconds since 1970. */
export type Settlement = {
  readonly nonce: number;
  readonly sequence: number;
  readonly at: number;
  readonly steps: readonly Step[];
};

/** Calls of one batch, to be signed. */
export type SigningRequest = { readonly to: Hex; readonly maxFeePerGas: bigint; readonly calls: readonly Settlement[] };

/** Signs the calls of a batch with the account of the market. */
export async function signWith(operator: Operator, { to, maxFeePerGas, calls }: SigningRequest): Promise<SignedCall[]> {
  const signed: SignedCall[] = [];
  for (const { nonce, sequence, at, steps } of calls)
    signed.push(
      await operator.sign({
        to,
        data: await encodeSettle(sequence, at, steps),
        nonce,
        gas: BigInt(settlementGasMax(steps.map(({ name }) => name))),
        maxFeePerGas,
        maxPriorityFeePerGas: 0n,
      }),
    );
  return signed;
}

/**
 * Returns the data of a call that settles steps: its sequence number, its time, and the steps as `bytes[]`. `time` is in
 * milliseconds since 1970.
 */
async function encodeSettle(sequence: number, time: number, steps: readonly Step[]): Promise<Hex> {
  const { settle } = await loadSelectors();
  const encoded = (await encodeSteps(steps)).map((step) => step.slice(2));
  const offsets: string[] = [];
  let at = encoded.length * WORD_BYTES;
  for (const step of encoded) {
    offsets.push(wordOf(at));
    at += WORD_BYTES + paddedTo(step.length, WORD_DIGITS) / 2;
  }
  const head = [sequence, Math.floor(time / 1000), 3 * WORD_BYTES, encoded.length].map(wordOf);
  const bytes = encoded.map((step) => wordOf(step.length / 2) + step.padEnd(paddedTo(step.length, WORD_DIGITS), '0'));
  return `${settle}${[...head, ...offsets, ...bytes].join('')}`;
}

/**
 * Returns steps in the form of the contract: a selector, and one word for each argument. viem takes ten times as long for
 * the same bytes.
 */
export async function encodeSteps(steps: readonly Step[]): Promise<Hex[]> {
  const selectors = await loadSelectors();
  return steps.map(({ name, args }) => `${selectors[name]}${args.map(wordOf).join('')}` as Hex);
}

const WORD_BYTES = 32;
const WORD_DIGITS = 2 * WORD_BYTES;

const paddedTo = (length: number, size: number): number => Math.ceil(length / size) * size;

/** Returns a number, a truth value, an address or 32 bytes as a word of the contract, in hex without `0x`. */
function wordOf(value: number | boolean | Hex): string {
  if (typeof value === 'string') return value.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`${value} is no amount, number or time of a contract`);
  return number.toString(16).padStart(WORD_DIGITS, '0');
}

type Selectors = Readonly<Record<Step['name'] | 'settle', Hex>>;

/** Found once: finding a function and its selector again for each step costs more than encoding its arguments. */
let selectors: Promise<Selectors> | undefined;

function loadSelectors(): Promise<Selectors> {
  selectors ??= loadEncoding().then(([{ prepareEncodeFunctionData }, { shareMarket }]) => {
    const names = [...(Object.keys(STEP_GAS_MAX) as Step['name'][]), 'settle' as const];
    return Object.fromEntries(
      names.map((functionName) => [
        functionName,
        prepareEncodeFunctionData({ abi: shareMarket.abi, functionName }).functionName,
      ]),
    ) as Selectors;
  });
  return selectors;
}

/** Returns the settlement of a signed call, with its time in seconds. Undefined if it is not such a call or does not have this hash. */
export async function readSettlement(
  raw: Uint8Array,
  hash: Uint8Array,
): Promise<{ readonly sequence: number; readonly time: number; readonly steps: readonly Hex[] } | undefined> {
  const [{ bytesToHex, decodeFunctionData, keccak256, parseTransaction }, { shareMarket }] = await loadEncoding();
  if (keccak256(raw) !== bytesToHex(hash)) return undefined;
  try {
    const { data = '0x' } = parseTransaction(bytesToHex(raw));
    const call = decodeFunctionData({ abi: shareMarket.abi, data }) as {
      functionName: string;
      args: [bigint, bigint, Hex[]];
    };
    const [sequence, time, steps] = call.args;
    return call.functionName === 'settle' ? { sequence: Number(sequence), time: Number(time), steps } : undefined;
  } catch {
    return undefined;
  }
}

/** Loaded on first need: most processes never trade. */
const loadEncoding = () => Promise.all([import('viem'), import('#contracts/artifacts/share-market.gen.ts')]);

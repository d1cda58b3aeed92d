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

/** Returns the data of a call that settles steps. `time` is in milliseconds since 1970. */
async function encodeSettle(sequence: number, time: number, steps: readonly Step[]): Promise<Hex> {
  const [{ encodeFunctionData }, { shareMarket }] = await loadEncoding();
  return encodeFunctionData({
    abi: shareMarket.abi,
    functionName: 'settle',
    args: [BigInt(sequence), BigInt(Math.floor(time / 1000)), await encodeSteps(steps)],
  });
}

/** Returns steps in the form of the contract. */
export async function encodeSteps(steps: readonly Step[]): Promise<Hex[]> {
  const [{ encodeFunctionData }] = await loadEncoding();
  const functions = await loadStepFunctions();
  return steps.map(({ name, args }) =>
    encodeFunctionData({
      ...functions[name],
      args: args.map((one) => (typeof one === 'number' ? BigInt(one) : one)),
    } as never),
  );
}

/** Prepared once: finding a function and its selector again for each step costs more than encoding its arguments. */
let stepFunctions: Promise<Record<Step['name'], object>> | undefined;

function loadStepFunctions(): Promise<Record<Step['name'], object>> {
  stepFunctions ??= loadEncoding().then(
    ([{ prepareEncodeFunctionData }, { shareMarket }]) =>
      Object.fromEntries(
        Object.keys(STEP_GAS_MAX).map((name) => [
          name,
          prepareEncodeFunctionData({ abi: shareMarket.abi, functionName: name as Step['name'] }),
        ]),
      ) as Record<Step['name'], object>,
  );
  return stepFunctions;
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

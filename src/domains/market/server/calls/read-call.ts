import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { OpenCall, Signed } from './call-rows.ts';
import { SENDER } from './sender.ts';

type Hex = `0x${string}`;

/** What a signed transaction does, and who signed it. Addresses are in lower case. */
export type ReadCall = {
  readonly from: string;
  readonly to: Hex | undefined;
  readonly chainId: number;
  readonly nonce: number;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

/** Thrown if a stored call is none that the market signed. It is neither sent nor signed. */
export class ForeignCall extends Error {
  override readonly name = 'ForeignCall';
}

/** Returns what signed bytes do. Undefined if they are not signed, are no EIP-1559 transaction, or have another hash. */
export async function readCall({ raw, hash }: Signed): Promise<ReadCall | undefined> {
  const { keccak256, parseTransaction, recoverTransactionAddress } = await import('viem');
  if (keccak256(raw) !== hash) return undefined;
  try {
    const { type, chainId = 0, nonce = 0, to, data = '0x', value = 0n, gas = 0n, ...fees } = parseTransaction(raw);
    if (type !== 'eip1559') return undefined;
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = fees;
    const serializedTransaction = raw as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction'];
    const from = (await recoverTransactionAddress({ serializedTransaction })).toLowerCase();
    const target = to?.toLowerCase() as Hex | undefined;
    return { from, to: target, chainId, nonce, data, value, gas, maxFeePerGas, maxPriorityFeePerGas };
  } catch {
    return undefined;
  }
}

/** Reports whether two transactions differ in their fees at most, so that it does not matter which of them the network takes. */
export const isSameCall = (one: ReadCall, other: ReadCall): boolean => identityOf(one) === identityOf(other);

const identityOf = ({ from, to, chainId, nonce, data, value, gas }: ReadCall) =>
  [from, to, chainId, nonce, data, value, gas].join();

/**
 * Returns the newest attempt of a stored call, which the market signed for this network and nonce, as it signed the first. Blocks do not state the
 * hash of a call, and an attacker with the database can write its row. Only the market's key can sign one.
 *
 * @throws ForeignCall
 */
export async function requireOwn(chain: Chain, call: OpenCall): Promise<ReadCall> {
  const newest = call.attempts.at(-1);
  const first = await readCall(call);
  const last = newest === undefined ? first : await readCall(newest);
  if (first === undefined || last === undefined)
    throw new ForeignCall(`call ${call.nonce} is not signed, or its hash is that of another call`);
  const { address } = await chain.account(SENDER);
  if (first.from !== address.toLowerCase()) throw new ForeignCall(`call ${call.nonce} is signed by ${first.from}`);
  if (first.nonce !== call.nonce || first.chainId !== (await chain.chainId()) || first.to === undefined)
    throw new ForeignCall(`call ${call.nonce} is signed for another nonce, another network, or no contract`);
  if (!isSameCall(first, last)) throw new ForeignCall(`the newest attempt of call ${call.nonce} is another call`);
  return last;
}

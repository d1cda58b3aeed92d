import { hexToBytes } from '@ethereumjs/util';
import { invalidParams } from '../rpc-error.ts';

/** The parameters of a request. Each function returns the value at a position, or throws an RpcError that names it. */
export type Parameters = readonly unknown[];

const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]{0,63})$/i;
const BYTES = /^0x([0-9a-f]{2})*$/i;

export function toQuantity(value: unknown, name: string): bigint {
  if (typeof value === 'string' && QUANTITY.test(value)) return BigInt(value);
  throw invalidParams(`${name} must be a number in hex without leading zeros, such as 0x1b4`);
}

/** Returns a count, which clients also send as a JSON number. It is inexact above the largest safe integer. */
export function toCount(value: unknown, name: string): number {
  if (typeof value !== 'number') return Number(toQuantity(value, name));
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`${name} must be a whole number from 0, such as 4`);
  return value;
}

/** Returns bytes of hex. `length` is their exact number, or undefined for at most `max`. */
export function toBytes(value: unknown, name: string, length?: number, max = 256 * 1024): Uint8Array {
  if (typeof value !== 'string' || value.length > 2 + 2 * max || !BYTES.test(value))
    throw invalidParams(`${name} must be bytes in hex, such as 0x68656c6c6f, at most ${max}`);
  const bytes = hexToBytes(value as `0x${string}`);
  if (length !== undefined && bytes.length !== length)
    throw invalidParams(`${name} has the wrong length in bytes: expected ${length}`);
  return bytes;
}

export const toAddress = (value: unknown, name: string): Uint8Array => toBytes(value, name, 20);
export const toHash = (value: unknown, name: string): Uint8Array => toBytes(value, name, 32);

/** Returns a storage slot, which clients also send as a number. */
export function toSlot(value: unknown, name: string): Uint8Array {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value))
    return hexToBytes(`0x${value.slice(2).padStart(64, '0')}`);
  throw invalidParams(`${name} must be a storage slot in hex, at most 32 bytes`);
}

/** The block that a request refers to. */
export type BlockChoice = 'head' | { readonly number: number } | { readonly hash: Uint8Array };

/** Returns the block of a tag, a number, or an object of EIP-1898. This chain has no forks, so its head is final. */
export function toBlockChoice(value: unknown, name = 'The block'): BlockChoice {
  if (value === undefined || ['latest', 'safe', 'finalized', 'pending'].includes(value as string)) return 'head';
  if (value === 'earliest') return { number: 0 };
  if (typeof value === 'object' && value !== null) {
    if ('blockHash' in value) return { hash: toHash(value.blockHash, `${name}’s blockHash`) };
    if ('blockNumber' in value) return toBlockChoice(value.blockNumber, name);
  }
  const number = toQuantity(value, name);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw invalidParams(`${name} is out of range`);
  return { number: Number(number) };
}

import { hash as nodeHashFunction } from 'node:crypto';
import { defaultSha256, type Sha256 } from '../src/crypto.ts';
import { fromHex } from '../src/encoding/hex.ts';
import { leafHash } from '../src/merkle/hashing.ts';
import { ProofError, type ProofErrorCode } from '../src/proof-error.ts';

/** The hash of node:crypto, as a server passes it: fast enough for large trees in tests. */
export const fastSha256: Sha256 = (bytes) => new Uint8Array(nodeHashFunction('sha256', bytes, 'buffer'));

/** The leaves of the tree used in Certificate Transparency tests since RFC 6962, and its root at each size. */
export const ctLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(fromHex(hex), defaultSha256));

export const ctRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(fromHex);

/** Returns `count` different leaf hashes. */
export function sampleLeaves(count: number, seed = 0): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => leafHash(Uint8Array.of(seed, i >> 16, i >> 8, i & 255), fastSha256));
}

/** The definitions of RFC 6962 section 2.1, implemented literally: recursive, without code from the package under test. */
export function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return fastSha256(new Uint8Array(0));
  if (leaves.length === 1) return only;
  const k = splitPoint(leaves.length);
  const joined = Buffer.concat([Uint8Array.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k))]);
  return fastSha256(joined);
}

export function naivePath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = splitPoint(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

export function naiveConsistency(m: number, leaves: readonly Uint8Array[], complete = true): Uint8Array[] {
  if (m === leaves.length) return complete ? [] : [naiveRoot(leaves)];
  const k = splitPoint(leaves.length);
  return m <= k
    ? [...naiveConsistency(m, leaves.slice(0, k), complete), naiveRoot(leaves.slice(k))]
    : [...naiveConsistency(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Returns the code of the ProofError that a call throws. Any other error fails the test. */
export function refusal(call: () => unknown): ProofErrorCode | 'accepted' {
  try {
    call();
  } catch (error) {
    if (error instanceof ProofError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** Returns the code of the ProofError that a promise rejects with. */
export async function refusalOf(answer: Promise<unknown>): Promise<ProofErrorCode | 'accepted'> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ProofError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** Returns a copy with one bit changed. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** Collects an asynchronous sequence. */
export async function collect<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of sequence) all.push(item);
  return all;
}

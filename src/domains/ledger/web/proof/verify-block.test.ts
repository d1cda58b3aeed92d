import {
  createNoteSigner,
  formatCheckpoint,
  formatVerifierKey,
  fromHex,
  GENESIS_PREV_HASH,
  nodesOfLeaves,
  type Block as ProvenBlock,
  proveConsistency,
  proveInclusion,
  rootAtSize,
  sealBlock,
  signKeyChange,
  signNote,
  toHex,
} from '@cairn/ledger-proof';
import { expect, test } from 'vitest';
import type { Block } from '#domains/ledger/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import type { ProofSource } from './proof-source.ts';
import type { TrustedLog, TrustMemory } from './trusted-log.ts';
import { verifyBlockHere, verifyBlocksHere } from './verify-block.ts';

const origin = 'ledger.test/cairn';
const signer = createNoteSigner(origin, new Uint8Array(32).fill(7));
const verifierKey = formatVerifierKey(signer.key);

function chainOf(length: number): ProvenBlock[] {
  const blocks: ProvenBlock[] = [];
  for (let index = 0; index < length; index += 1) {
    const data =
      index === 0
        ? { action: 'genesis', format: 'cairn/1', origin, publicKey: verifierKey }
        : { action: 'shipped', asset_id: `A-${index}` };
    blocks.push(sealBlock({ index, timestamp: index, prev_hash: blocks.at(-1)?.hash ?? GENESIS_PREV_HASH, data }));
  }
  return blocks;
}

/** A server with this chain. `shown` may differ from the signed blocks. */
function sourceOf(
  blocks: readonly ProvenBlock[],
  shown: readonly ProvenBlock[] = blocks,
  key = verifierKey,
  signedBy = signer,
): ProofSource {
  const nodes = nodesOfLeaves(blocks.map((block) => fromHex(block.hash)));
  const size = BigInt(blocks.length);
  const hex = (hashes: readonly Uint8Array[]) => hashes.map((hash) => toHex(hash));
  return {
    block: async (index) => shown[index] as unknown as Block,
    verifierKey: async () => key,
    keyBlocks: async () => blocks.filter((block) => block.data.action === 'checkpoint_key') as unknown as Block[],
    consistency: async (from, to) => ({ hashes: hex(proveConsistency(BigInt(from), BigInt(to), nodes)) }),
    inclusion: async (index) => {
      const root = rootAtSize(size, nodes);
      return {
        index,
        leafHash: shown[index]?.hash ?? '',
        treeSize: blocks.length,
        rootHash: toHex(root),
        hashes: hex(proveInclusion(BigInt(index), size, nodes)),
        checkpoint: await signNote(formatCheckpoint({ origin, size, root }), [signedBy]),
        proofFile: '',
      };
    },
  };
}

function memoryOf(known?: TrustedLog): TrustMemory & { kept(): TrustedLog | undefined } {
  let kept = known;
  return {
    read: () => kept,
    kept: () => kept,
    write: (log) => {
      kept = log;
    },
    forget: () => {
      kept = undefined;
    },
  };
}
const broken = (checks: readonly { kind: string; holds: boolean }[]) =>
  checks.filter((check) => !check.holds).map((check) => check.kind);

test('a valid block passes every check, and its checkpoint is stored', async () => {
  const memory = memoryOf();
  const verdict = await verifyBlockHere({ index: 5, action: 'shipped', assetId: 'A-5' }, sourceOf(chainOf(9)), memory);
  expect(verdict.checks.map((check) => check.kind)).toEqual([
    'content',
    'link',
    'key',
    'signature',
    'growth',
    'inclusion',
  ]);
  expect(verdict.holds).toBe(true);
  expect(memory.kept()?.size).toBe(9);
});

test('a later visit proves that the log only grew', async () => {
  const memory = memoryOf();
  await verifyBlockHere({ index: 1 }, sourceOf(chainOf(5)), memory);
  expect((await verifyBlockHere({ index: 1 }, sourceOf(chainOf(12)), memory)).holds).toBe(true);
  expect(memory.kept()?.size).toBe(12);
  const shrunk = await verifyBlockHere({ index: 1 }, sourceOf(chainOf(5)), memory);
  expect(broken(shrunk.checks)).toEqual(['growth']);
  expect(memory.kept()?.size).toBe(12);
});

test('finds changed content and a changed previous block', async () => {
  const blocks = chainOf(9);
  const shown = blocks.map((block) => (block.index === 4 ? { ...block, data: { action: 'delivered' } } : block));
  const source = sourceOf(blocks, shown);
  expect(broken((await verifyBlockHere({ index: 4 }, source, memoryOf())).checks)).toEqual(['content', 'inclusion']);
  expect(broken((await verifyBlockHere({ index: 5 }, source, memoryOf())).checks)).toEqual(['link']);
});

test('a block that the server reports as damaged fails, and others are still checked', async () => {
  const source = sourceOf(chainOf(9));
  const damaged: ProofSource = {
    ...source,
    block: async (index) => {
      if (index !== 4) return source.block(index);
      throw new ApiError({ status: 503, code: 'ledger.damaged', message: 'The hash of block 4 does not match.' });
    },
  };
  const alone = await verifyBlockHere({ index: 4 }, damaged, memoryOf());
  expect(alone).toEqual({
    holds: false,
    checks: [{ kind: 'content', label: 'The hash of block 4 does not match.', holds: false }],
  });
  expect(broken((await verifyBlockHere({ index: 5 }, damaged, memoryOf())).checks)).toEqual(['link']);
  const verdicts: [number, boolean][] = [];
  const claims = [{ index: 3 }, { index: 4 }, { index: 6 }];
  await verifyBlocksHere(claims, damaged, memoryOf(), ({ index }, { holds }) => verdicts.push([index, holds]));
  expect(verdicts).toEqual([
    [3, true],
    [4, false],
    [6, true],
  ]);
});

test('a rewritten history with new hashes is not accepted as the one seen before', async () => {
  const memory = memoryOf();
  await verifyBlockHere({ index: 1 }, sourceOf(chainOf(5)), memory);
  const rewritten = chainOf(3);
  for (let index = 3; index < 9; index += 1)
    rewritten.push(
      sealBlock({ index, timestamp: index, prev_hash: rewritten.at(-1)?.hash ?? '', data: { action: 'forged' } }),
    );
  const verdict = await verifyBlockHere({ index: 1 }, sourceOf(rewritten), memory);
  expect(broken(verdict.checks)).toEqual(['growth']);
});

test('a key other than the trusted one is rejected', async () => {
  const known = { verifierKey: 'other', size: 5, root: '0'.repeat(64), since: 0 };
  expect(broken((await verifyBlockHere({ index: 1 }, sourceOf(chainOf(5)), memoryOf(known))).checks)).toEqual(['key']);
  const served = sourceOf(chainOf(5), undefined, 'elsewhere+00000000+AAAA');
  expect(broken((await verifyBlockHere({ index: 1 }, served, memoryOf())).checks)).toEqual(['key']);
});

test('a key signed by the old one is followed, and any other is rejected', async () => {
  const memory = memoryOf();
  await verifyBlockHere({ index: 1 }, sourceOf(chainOf(5)), memory);
  const successor = createNoteSigner(origin, new Uint8Array(32).fill(8));
  const thief = createNoteSigner(origin, new Uint8Array(32).fill(9));
  const withKeyOf = async (old: typeof signer) => {
    const blocks = chainOf(5);
    const data = { ...(await signKeyChange(5, old, successor.key)), previousKey: verifierKey };
    const last = blocks.at(-1);
    blocks.push(sealBlock({ index: 5, timestamp: 5, prev_hash: last?.hash ?? '', data }));
    return sourceOf(blocks, undefined, formatVerifierKey(successor.key), successor);
  };
  expect((await verifyBlockHere({ index: 1 }, await withKeyOf(signer), memory)).holds).toBe(true);
  expect(memory.kept()).toMatchObject({ size: 6, verifierKey, currentKey: formatVerifierKey(successor.key) });
  expect(broken((await verifyBlockHere({ index: 1 }, await withKeyOf(thief), memory)).checks)).toEqual(['key']);
  // A server that continues with the old key and hides that it was replaced.
  expect(broken((await verifyBlockHere({ index: 1 }, sourceOf(chainOf(7)), memory)).checks)).toEqual(['key']);
});

test('a journey is verified against one checkpoint, and a step that differs from the screen is named', async () => {
  const verdicts: [number, boolean][] = [];
  const claims = [1, 2, 3].map((index) => ({ index, assetId: index === 2 ? 'A-9' : `A-${index}` }));
  const { log } = await verifyBlocksHere(claims, sourceOf(chainOf(6)), memoryOf(), (claim, verdict) => {
    verdicts.push([claim.index, verdict.holds]);
  });
  expect(log.every((check) => check.holds)).toBe(true);
  expect(verdicts).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, sampleBlocks, stored } from '../../test/sample-log.ts';
import { collect, fastSha256, refusal, refusalOf } from '../../test/trees.ts';
import { type Block, entryOf, sealBlock } from '../block.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { encodeEntryBundle } from '../tiles/entry-bundle.ts';
import { createLogVerifier, type StoredBlock } from './log-verifier.ts';
import { readBlocks } from './read-blocks.ts';
import { verifyLog } from './verify-log.ts';

const LENGTH = 40;
const blocks = sampleBlocks(LENGTH);
const head = headOf(blocks);
const earlier = headOf(blocks.slice(0, 16));
const options = { checkpoints: [head, earlier], sha256: fastSha256 };
const check = (log: readonly (Block | StoredBlock)[]) => verifyLog(log, options);

/** Rebuilds the blocks from `from` on so that all hashes and links match again, as an administrator could. */
function resealed(log: readonly Block[], from: number): Block[] {
  const result = log.slice(0, from);
  for (const block of log.slice(from)) {
    const prev_hash = result.at(-1)?.hash ?? block.prev_hash;
    result.push(sealBlock({ ...block, prev_hash, index: result.length }, fastSha256));
  }
  return result;
}

const at = (index: number, change: (block: Block) => object) =>
  blocks.map((block, i) => (i === index ? ({ ...block, ...change(block) } as Block) : block));

describe('verifyLog', () => {
  it('accepts the signed log, as values or as stored text', async () => {
    for (const log of [blocks, stored(blocks)]) {
      expect(await check(log)).toMatchObject({ ok: true, size: 40n, root: head.root, checkpointed: 40n });
    }
    expect(await verifyLog(blocks)).toMatchObject({ ok: true, checkpointed: 0n });
  });

  it.each<[string, number, string, readonly Block[]]>([
    ['changed data', 20, 'hash_mismatch', at(20, ({ data }) => ({ data: { ...data, asset: 'forged' } }))],
    ['a changed timestamp', 20, 'hash_mismatch', at(20, ({ timestamp }) => ({ timestamp: timestamp + 1 }))],
    ['a changed hash', 20, 'hash_mismatch', at(20, () => ({ hash: 'a'.repeat(64) }))],
    [
      'changed data with its hash recomputed',
      21,
      'prev_hash_mismatch',
      at(20, (b) => sealBlock({ ...b, data: { action: 'x' } })),
    ],
    ['a changed link', 20, 'prev_hash_mismatch', at(20, () => ({ prev_hash: 'a'.repeat(64) }))],
    [
      'a time going backwards',
      20,
      'timestamp_decreases',
      resealed(
        at(20, () => ({ timestamp: 5 })),
        20,
      ),
    ],
    ['a swapped pair', 20, 'index_gap', blocks.with(20, blocks[21]!).with(21, blocks[20]!)],
    ['a removed block', 20, 'index_gap', blocks.toSpliced(20, 1)],
    ['an inserted block', 21, 'index_gap', blocks.toSpliced(20, 0, blocks[20]!)],
    ['a missing first block', 0, 'index_gap', blocks.slice(1)],
    ['a truncated tail', 35, 'truncated', blocks.slice(0, 35)],
    ['an empty log', 0, 'truncated', []],
    [
      'a rewritten tail',
      16,
      'root_mismatch',
      resealed(
        at(30, () => ({ data: { action: 'x' } })),
        30,
      ),
    ],
    [
      'a rewritten start',
      0,
      'root_mismatch',
      resealed(
        at(3, () => ({ data: { action: 'x' } })),
        3,
      ),
    ],
    [
      'a removed block, renumbered',
      16,
      'root_mismatch',
      [
        ...resealed(blocks.toSpliced(30, 1), 30),
        sealBlock({ ...blocks[39]!, prev_hash: resealed(blocks.toSpliced(30, 1), 30)[38]!.hash }),
      ],
    ],
    ['data that is not an object', 20, 'block_malformed', at(20, () => ({ data: 'x' }))],
    ['no block at all', 20, 'block_malformed', blocks.with(20, null as never)],
  ])('finds %s at index %d: %s', async (_name, firstBadIndex, reason, log) => {
    expect(await check(log)).toMatchObject({ ok: false, firstBadIndex, reason });
  });

  it('finds any changed byte of stored text, even if it need not be canonical', async () => {
    const log = stored(blocks);
    const change = fc.record({ index: fc.nat(LENGTH - 1), position: fc.nat(), shift: fc.integer({ min: 1, max: 94 }) });
    const property = fc.asyncProperty(change, fc.boolean(), async ({ index, position, shift }, trustDataText) => {
      const { dataText } = log[index]!;
      const place = position % dataText.length;
      const character = String.fromCharCode(32 + ((dataText.charCodeAt(place) - 32 + shift) % 95));
      if (character === dataText[place]) return;
      const changed = dataText.slice(0, place) + character + dataText.slice(place + 1);
      const verdict = await verifyLog(log.with(index, { ...log[index]!, dataText: changed }), {
        ...options,
        trustDataText,
      });
      expect(verdict).toMatchObject({ ok: false, firstBadIndex: index });
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('rejects stored text that matches its hash but is not canonical', async () => {
    const log = stored(blocks);
    const dataText = '{"b":1,"action":"x"}';
    const { hash: _, ...rest } = log[39]!;
    const { blockEntry, blockHash } = await import('../block.ts');
    const hash = blockHash(blockEntry({ dataText, index: 39, prevHash: rest.prev_hash, timestamp: rest.timestamp }));
    const forged = log.with(39, { ...rest, dataText, hash });
    expect(await verifyLog(forged)).toMatchObject({ ok: false, firstBadIndex: 39, reason: 'block_malformed' });
    expect(await verifyLog(forged, { trustDataText: true })).toMatchObject({ ok: true });
  });

  it('rejects a block that shows other data than it proves', async () => {
    const twofold = { ...stored(blocks)[3]!, data: { action: 'shown' } };
    expect(await check(blocks.with(3, twofold as unknown as Block))).toMatchObject({ firstBadIndex: 3 });
  });

  it('accepts blocks after the last checkpoint, and reports them as unsigned', async () => {
    expect(await verifyLog(blocks, { checkpoints: [earlier] })).toMatchObject({
      ok: true,
      size: 40n,
      checkpointed: 16n,
    });
  });

  it('continues from an earlier state, and detects a tail rewritten since', async () => {
    const first = await verifyLog(blocks.slice(0, 25), { checkpoints: [earlier], sha256: fastSha256 });
    if (!first.ok) throw new Error(first.message);
    const rest = { from: first.state, checkpoints: [head], sha256: fastSha256 };
    expect(await verifyLog(blocks.slice(25), rest)).toMatchObject({ ok: true, size: 40n, root: head.root });
    expect(await verifyLog(blocks.slice(26), rest)).toMatchObject({ firstBadIndex: 25, reason: 'index_gap' });
    const forged = resealed(
      at(30, () => ({ data: { action: 'x' } })),
      30,
    );
    expect(await verifyLog(forged.slice(25), rest)).toMatchObject({ firstBadIndex: 16, reason: 'root_mismatch' });
    expect(refusal(() => createLogVerifier({ from: first.state, checkpoints: [earlier] }))).toBe('size_out_of_range');
  });

  it('rejects a checkpoint of the empty log with a wrong root', async () => {
    const wrong = { size: 0n, root: head.root };
    expect(await verifyLog([], { checkpoints: [wrong] })).toMatchObject({ reason: 'root_mismatch', firstBadIndex: 0 });
    expect(await verifyLog(blocks, { checkpoints: [wrong] })).toMatchObject({
      reason: 'root_mismatch',
      firstBadIndex: 0,
    });
    expect(await verifyLog([], { checkpoints: [headOf([])] })).toMatchObject({ ok: true, size: 0n });
  });

  it('rejects two checkpoints of one size with different roots', async () => {
    const split = { size: 16n, root: head.root };
    expect(await verifyLog(blocks, { checkpoints: [earlier, split] })).toMatchObject({ reason: 'root_mismatch' });
  });

  it('never throws for anything in place of a block', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (value) => {
        expect(await verifyLog([value as Block])).toMatchObject({ ok: false, firstBadIndex: 0 });
      }),
    );
  });

  it('propagates errors of the source that do not concern the log', async () => {
    const broken = async function* () {
      yield blocks[0]!;
      throw new Error('connection lost');
    };
    await expect(verifyLog(broken())).rejects.toThrow('connection lost');
  });

  it('reports progress and reads no further than the first fault', async () => {
    const sizes: number[] = [];
    let read = 0;
    const source = async function* () {
      for (const block of blocks.with(30, blocks[0]!)) {
        read += 1;
        yield block;
      }
    };
    await verifyLog(source(), { onProgress: (size) => sizes.push(size), progressInterval: 10 });
    expect(sizes).toEqual([10, 20, 30]);
    expect(read).toBe(31);
  });

  it('retains no blocks: its state stays small over 20,000', async () => {
    const long = function* () {
      let last: Block | undefined;
      for (let index = 0; index < 20_000; index++) {
        const prev_hash = last?.hash ?? '0'.repeat(64);
        last = sealBlock({ index, timestamp: index, prev_hash, data: { action: 'tick' } }, fastSha256);
        yield last;
      }
    };
    const verdict = await verifyLog(long(), { sha256: fastSha256 });
    if (!verdict.ok) throw new Error(verdict.message);
    expect(verdict.size).toBe(20_000n);
    expect(verdict.state.range.hashes).toHaveLength(5);
  });
});

describe('createLogVerifier', () => {
  it('never forgets a fault, even if the right block follows', () => {
    const verifier = createLogVerifier({ sha256: fastSha256 });
    verifier.push(blocks[0]!);
    const fault = verifier.push(blocks[2]!);
    expect(fault).toMatchObject({ firstBadIndex: 1, reason: 'index_gap' });
    expect(verifier.push(blocks[1]!)).toEqual(fault);
    expect(verifier.finish()).toEqual(fault);
  });
});

describe('readBlocks', () => {
  const entries = blocks.map((block) => encodeUtf8(entryOf(block)));

  it('yields the blocks of a log from its entry bundles', async () => {
    const readBundle = () => encodeEntryBundle(entries);
    expect(await collect(readBlocks(40n, readBundle))).toEqual(blocks);
    expect(await verifyLog(readBlocks(40n, readBundle), options)).toMatchObject({ ok: true, root: head.root });
  });

  it('reports a malformed entry as a fault of the log, at its index', async () => {
    const readBundle = () => encodeEntryBundle(entries.with(7, encodeUtf8('{}')));
    expect(await refusalOf(collect(readBlocks(40n, readBundle)))).toBe('entry_malformed');
    expect(await verifyLog(readBlocks(40n, readBundle), options)).toMatchObject({
      firstBadIndex: 7,
      reason: 'block_malformed',
    });
  });
});

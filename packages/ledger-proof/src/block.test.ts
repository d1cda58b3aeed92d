import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { origin, sampleBlocks } from '../test/sample-log.ts';
import { flipBit, refusal } from '../test/trees.ts';
import {
  type Block,
  blockEntry,
  blockHash,
  entryOf,
  GENESIS_PREV_HASH,
  parseEntry,
  sealBlock,
  verifyBlock,
} from './block.ts';
import { canonicalJson } from './canonical-json.ts';
import { encodeUtf8 } from './encoding/bytes.ts';
import { parseGenesis } from './genesis.ts';

const block: Block = {
  index: 0,
  timestamp: 1_700_000_000,
  prev_hash: GENESIS_PREV_HASH,
  // printf '\0{"data":{"action":"note","text":"é"},"index":0,"prev_hash":"00…00","timestamp":1700000000}' | sha256sum
  hash: 'f3ceed58236dd1631c63772ecc199622a95ceca22b8700bc96022284f20d8f9c',
  data: { text: 'é', action: 'note' },
};
const fields = {
  dataText: '{"action":"note","text":"é"}',
  index: 0,
  prevHash: GENESIS_PREV_HASH,
  timestamp: 1_700_000_000,
};

const anyBlock = fc
  .record({
    index: fc.maxSafeNat(),
    timestamp: fc.maxSafeNat(),
    prev_hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    data: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 5 }),
  })
  .map((block) => sealBlock({ ...block, data: { ...block.data, action: 'test' } }));

describe('blockEntry', () => {
  it('returns the canonical JSON of the block without its hash', () => {
    fc.assert(
      fc.property(anyBlock, ({ hash: _, ...block }) => {
        expect(entryOf(block)).toBe(canonicalJson(block));
      }),
    );
  });

  it.each([
    ['a negative index', { index: -1 }],
    ['a fraction', { timestamp: 1.5 }],
    ['an unsafe index', { index: 2 ** 53 }],
    ['a text as index', { index: '1' }],
    ['an upper-case hash', { prevHash: 'A'.repeat(64) }],
    ['a short hash', { prevHash: '0'.repeat(63) }],
    ['no data text', { dataText: null }],
  ])('refuses %s', (_name, change) => {
    expect(refusal(() => blockEntry({ ...fields, ...change } as never))).toBe('block_malformed');
  });

  it('rejects more than 48 KiB of data, counted in bytes', () => {
    const sized = (text: string) => refusal(() => sealBlock({ ...block, data: { action: 'note', text } }));
    const frame = '{"action":"note","text":""}'.length;
    expect(sized('x'.repeat(48 * 1024 - frame))).toBe('accepted');
    expect(sized('x'.repeat(48 * 1024 - frame + 1))).toBe('entry_too_large');
    expect(sized('é'.repeat(24 * 1024))).toBe('entry_too_large');
  });
});

describe('verifyBlock', () => {
  it('accepts a block whose hash was computed without this package', () => {
    const bytes = `\0{"data":{"action":"note","text":"é"},"index":0,"prev_hash":"${GENESIS_PREV_HASH}","timestamp":1700000000}`;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(block.hash);
    verifyBlock(block);
    expect(blockHash(blockEntry(fields))).toBe(block.hash);
  });

  it.each([
    ['index', { index: 1 }],
    ['timestamp', { timestamp: 1_700_000_001 }],
    ['prev_hash', { prev_hash: '1'.repeat(64) }],
    ['data', { data: { action: 'note', text: 'e' } }],
    ['hash', { hash: 'f'.repeat(64) }],
  ])('rejects a block with a different %s', (_name, change) => {
    expect(refusal(() => verifyBlock({ ...block, ...change }))).toBe('block_hash_mismatch');
  });

  it('throws only ProofError for any input', () => {
    fc.assert(fc.property(fc.anything(), (value) => refusal(() => verifyBlock(value as never)) !== 'accepted'));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(block)), fc.anything(), (key, value) => {
        refusal(() => verifyBlock({ ...block, [key]: value } as never));
      }),
    );
  });
});

describe('parseEntry', () => {
  it('round-trips every block through its entry', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const { dataText, ...parsed } = parseEntry(encodeUtf8(entryOf(block)));
        expect(canonicalJson(parsed)).toBe(canonicalJson(block));
        expect(dataText).toBe(canonicalJson(block.data));
      }),
    );
  });

  it('returns a different hash, or throws, when any bit of an entry is flipped', () => {
    const entry = encodeUtf8(blockEntry(fields));
    for (let bit = 0; bit < entry.length * 8; bit++) {
      const changed = flipBit(entry, bit);
      if (refusal(() => parseEntry(changed)) === 'accepted') expect(parseEntry(changed).hash).not.toBe(block.hash);
    }
  });

  it.each([
    [
      'fields smuggled into the data',
      blockEntry({ ...fields, dataText: `{"action":"a"},"index":7,"prev_hash":"${GENESIS_PREV_HASH}","timestamp":9` }),
    ],
    ['data that is not canonical', blockEntry({ ...fields, dataText: '{"b":1,"action":"a"}' })],
    ['a duplicate key', blockEntry({ ...fields, dataText: '{"action":"a","action":"a"}' })],
    ['data without an action', blockEntry({ ...fields, dataText: '{}' })],
    ['data that is a list', blockEntry({ ...fields, dataText: '[]' })],
    ['white space', `${blockEntry(fields)} `],
    ['a leading zero', blockEntry(fields).replace('"index":0', '"index":00')],
    ['an index beyond 2^53', blockEntry(fields).replace('"index":0', '"index":9007199254740993')],
    ['a hash', blockEntry(fields).replace(',"index"', `,"hash":"${block.hash}","index"`)],
    ['nothing', ''],
  ])('rejects %s', (_name, entry) => expect(refusal(() => parseEntry(entry))).toBe('entry_malformed'));

  it('throws only ProofError for bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => refusal(() => parseEntry(bytes)) === 'entry_malformed'));
  });
});

describe('parseGenesis', () => {
  const genesis = sampleBlocks(1)[0]!;

  it('reads origin and key', () => expect(parseGenesis(genesis)).toMatchObject({ origin, key: { name: origin } }));

  it.each([
    ['a different format', { data: { ...genesis.data, format: 'cairn/2' } }, 'block_malformed'],
    ['a different action', { data: { ...genesis.data, action: 'note' } }, 'block_malformed'],
    ['a later index', { index: 1 }, 'block_malformed'],
    ['the key of a different origin', { data: { ...genesis.data, origin: 'other.example' } }, 'key_malformed'],
    ['no key', { data: { ...genesis.data, publicKey: 'none' } }, 'key_malformed'],
  ])('refuses %s', (_name, change, code) =>
    expect(refusal(() => parseGenesis({ ...genesis, ...change } as Block))).toBe(code),
  );
});

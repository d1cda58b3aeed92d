import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as api from './index.ts';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));

describe('the package', () => {
  it('imports only noble, so that it runs in browsers', () => {
    const imports = sources.flatMap((source) =>
      Array.from(source.matchAll(/from '([^'.][^']*)'/g), (match) => match[1]),
    );
    expect([...new Set(imports)].sort()).toEqual([
      '@noble/curves/ed25519.js',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
    ]);
  });

  it('uses no Node-only API', () => {
    for (const source of sources) expect(source).not.toMatch(/\b(Buffer|process|require|setImmediate)\b[.(]/);
  });

  it('verifies with the defaults of every function', () => {
    const block = api.sealBlock({
      index: 0,
      timestamp: 1,
      prev_hash: api.GENESIS_PREV_HASH,
      data: { action: 'genesis' },
    });
    api.verifyBlock(block);
    const leafHash = api.fromHex(block.hash);
    api.verifyInclusion({ leafHash, index: 0n, size: 1n, root: leafHash, proof: [] });
    expect(api.entryHash(api.entryOf(block))).toEqual(leafHash);
  });
});

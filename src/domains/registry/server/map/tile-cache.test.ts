import { describe, expect, it } from 'vitest';
import { createTileCache } from './tile-cache.ts';

const counted = (bytes: number) => {
  const computed: string[] = [];
  const compute = (key: string) => async () => {
    computed.push(key);
    return new Uint8Array(bytes);
  };
  return { computed, compute };
};

describe('the cache of tiles', () => {
  it('computes a tile once for concurrent and later requests of its version', async () => {
    const { computed, compute } = counted(10);
    const read = createTileCache(100);
    await Promise.all([read('1', 'a', compute('a')), read('1', 'a', compute('a'))]);
    await read('1', 'a', compute('a'));
    expect(computed).toEqual(['a']);
    await read('2', 'a', compute('a'));
    expect(computed).toEqual(['a', 'a']);
  });

  it('drops the least recently used tiles, and stays within its bytes', async () => {
    const { computed, compute } = counted(40);
    const read = createTileCache(100);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read('1', key, compute(key));
    expect(computed).toEqual(['a', 'b', 'c', 'b']);
  });

  it('recomputes a tile after a failure', async () => {
    const read = createTileCache(100);
    await expect(read('1', 'a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await read('1', 'a', async () => new Uint8Array(3))).toHaveLength(3);
  });
});

import { describe, expect, test } from 'vitest';
import { gatherReads } from './gather-reads.ts';

/** A table whose queries end when the test lets them. */
function slowTable(rows: Map<string, number>) {
  const queries: { keys: readonly string[]; end(error?: Error): void }[] = [];
  const read = (keys: readonly string[]) =>
    new Promise<Map<string, number>>((resolve, reject) => {
      const found = new Map([...rows].filter(([key]) => keys.includes(key)));
      queries.push({ keys, end: (error) => (error === undefined ? resolve(found) : reject(error)) });
    });
  return { queries, read };
}

const turn = () => new Promise(setImmediate);

describe('gatherReads', () => {
  test('reads all keys that are requested during a query together, in the next query', async () => {
    const { queries, read } = slowTable(
      new Map([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
    );
    const find = gatherReads(read);
    const first = find('a');
    await turn();
    const later = Promise.all([find('b'), find('c'), find('b'), find('missing')]);
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([['a']]);
    queries[0]?.end();
    expect(await first).toBe(1);
    await turn();
    expect(queries[1]?.keys).toEqual(['b', 'c', 'missing']);
    queries[1]?.end();
    expect(await later).toEqual([2, 3, 2, undefined]);
    expect(queries).toHaveLength(2);
  });

  test('never answers with a row that was read before the call', async () => {
    const rows = new Map([['a', 1]]);
    const { queries, read } = slowTable(rows);
    const find = gatherReads(read);
    const before = find('a');
    await turn();
    rows.set('a', 2);
    const after = find('a');
    queries[0]?.end();
    expect(await before).toBe(1);
    await turn();
    queries[1]?.end();
    expect(await after).toBe(2);
  });

  test('reads at most `max` keys in one query', async () => {
    const sizes: number[] = [];
    const find = gatherReads(async (keys: readonly number[]) => {
      sizes.push(keys.length);
      return new Map(keys.map((key) => [key, key]));
    }, 100);
    const keys = Array.from({ length: 250 }, (_, n) => n);
    expect(await Promise.all(keys.map(find))).toEqual(keys);
    expect(sizes).toEqual([100, 100, 50]);
  });

  test('fails the callers of a failed query, and reads the next ones', async () => {
    const { queries, read } = slowTable(new Map([['a', 1]]));
    const find = gatherReads(read);
    const lost = find('a');
    await turn();
    const next = find('a');
    queries[0]?.end(new Error('connection lost'));
    await expect(lost).rejects.toThrow('connection lost');
    await turn();
    queries[1]?.end();
    expect(await next).toBe(1);
  });
});

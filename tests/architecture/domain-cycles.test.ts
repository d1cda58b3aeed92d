import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const domains = resolve(import.meta.dirname, '../../src/domains');

/** Returns the domains that each domain imports, apart from its tests. */
function readGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: domains })) {
    if (/\.(test|fixture)\.tsx?$/.test(file)) continue;
    const [domain = ''] = file.split('/');
    const imported = graph.get(domain) ?? new Set();
    for (const [, name = ''] of readFileSync(resolve(domains, file), 'utf8').matchAll(/'#domains\/([a-z]+)\//g))
      if (name !== domain) imported.add(name);
    graph.set(domain, imported);
  }
  return graph;
}

/** Returns a path that leads from a domain back to itself, or undefined. */
function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const walk = (path: readonly string[]): readonly string[] | undefined => {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
      const cycle = walk([...path, next]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  for (const domain of graph.keys()) {
    const cycle = walk([domain]);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

test('no domain depends on itself through others', () => {
  const graph = readGraph();
  expect(graph.size).toBeGreaterThan(5);
  expect(findCycle(graph)).toBeUndefined();
});

test('the check finds a cycle through three domains', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ]);
  expect(findCycle(graph)).toEqual(['a', 'b', 'c', 'a']);
});

import { expect, test } from 'vitest';
import type { Block } from '#domains/ledger/contract.ts';
import { graphOf, linksBelow, nearest } from './graph-model.ts';

const blocks: Block[] = [1, 2, 3, 4].map((index) => ({
  index,
  timestamp: index,
  hash: String(index).repeat(64),
  prev_hash: (index === 4 ? 'f' : String(index - 1)).repeat(64),
  data: { action: 'shipped', asset_id: index < 3 ? 'A' : 'B', user: 'acme' },
}));

const words = { wordsOf: String, nameOf: (id: string) => (id === 'A' ? 'Arabica, 60 kg' : undefined) };

test('links blocks by their hashes and marks a link that does not match', () => {
  const { nodes, edges } = graphOf(blocks, new Set(), words);
  expect(nodes).toHaveLength(4);
  expect(edges.map((edge) => [edge.id, edge.broken])).toEqual([
    ['link:2', false],
    ['link:3', false],
    ['link:4', true],
  ]);
});

test('an expanded block shows what it names; an expanded asset, every block that names it', () => {
  const opened = graphOf(blocks, new Set(['block:1']), words);
  expect(opened.nodes.map((node) => node.id)).toEqual(expect.arrayContaining(['asset:A', 'participant:acme']));
  expect(opened.edges.filter((edge) => edge.to === 'asset:A')).toHaveLength(1);
  expect(graphOf(blocks, new Set(['asset:A']), words).edges.filter((edge) => edge.to === 'asset:A')).toHaveLength(2);
});

test('an asset is called by its name, with its id below', () => {
  const { nodes, edges } = graphOf(blocks, new Set(['block:1', 'block:3']), words);
  expect(nodes.find(({ id }) => id === 'asset:A')).toMatchObject({ label: 'Arabica, 60 kg', detail: 'A' });
  expect(nodes.find(({ id }) => id === 'asset:B')).toMatchObject({ label: 'B', detail: 'asset' });
  expect(edges.find(({ to }) => to === 'asset:A')).toMatchObject({ label: 'asset' });
});

test('limits the number of blocks around the selected one', () => {
  expect(nearest(blocks, 4, 2).map((block) => block.index)).toEqual([3, 4]);
  expect(nearest(blocks, 1, 3).map((block) => block.index)).toEqual([1, 2, 3]);
});

test('highlights every link below a block and none above it', () => {
  const graph = graphOf(blocks, new Set(['block:3']), words);
  expect([...linksBelow(graph, 3)]).toEqual(['link:2', 'link:3']);
  expect([...linksBelow(graph, undefined)]).toEqual([]);
});

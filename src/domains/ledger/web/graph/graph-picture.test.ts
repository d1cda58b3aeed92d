import { expect, test } from 'vitest';
import { placesOf } from './graph-layout.ts';
import { graphOf } from './graph-model.ts';
import { graphAsJson, pictureOf } from './graph-picture.ts';

const blocks = [1, 2].map((index) => ({
  index,
  timestamp: index,
  hash: String(index).repeat(64),
  prev_hash: String(index - 1).repeat(64),
  data: { action: 'shipped', asset_id: '<script>&"\u0001', user: 'acme' },
}));
const graph = graphOf(blocks, new Set(['block:1']), { wordsOf: String, nameOf: () => undefined });
const colours = {
  page: '#000',
  surface: '#111',
  line: '#222',
  ink: '#333',
  muted: '#444',
  accent: '#555',
  danger: '#666',
};

test('keeps every node and edge within its bounds', () => {
  const { svg, width, height } = pictureOf(graph, placesOf(graph), colours);
  expect(svg.match(/<rect x=/g)).toHaveLength(graph.nodes.length);
  expect(svg.match(/<line /g)).toHaveLength(graph.edges.length);
  for (const [, x, y] of svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)"/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x)).toBeLessThan(width);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThan(height);
  }
});

test('lets no text from the ledger become markup', () => {
  const { svg } = pictureOf(graph, placesOf(graph), colours);
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;&amp;&quot; ');
});

test('exports the same graph as data', () => {
  expect(JSON.parse(graphAsJson(graph, blocks))).toMatchObject({
    nodes: graph.nodes,
    edges: graph.edges,
    blocks: [{ index: 1 }, { index: 2 }],
  });
});

import { expect, test } from 'vitest';
import type { LineageNode } from '#domains/trace/contract.ts';
import { mergeLineages } from './merge-lineages.ts';

const node = (assetId: string, depth: number): LineageNode => ({
  assetId,
  depth,
  name: assetId,
  status: 'unknown',
  more: false,
});

test('keeps an asset on both paths once, at its nearest depth, and each link once', () => {
  const edge = { from: 'A', to: 'B', kind: 'made', blockIndex: 3 } as const;
  const merged = mergeLineages([
    { nodes: [node('A', 0), node('B', 2)], edges: [edge], cut: false },
    { nodes: [node('A', 0), node('C', 3), node('B', 1)], edges: [edge], cut: true },
  ]);
  expect(merged.nodes.map(({ assetId, depth }) => [assetId, depth])).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 3],
  ]);
  expect(merged.edges).toEqual([edge]);
  expect(merged.cut).toBe(true);
});

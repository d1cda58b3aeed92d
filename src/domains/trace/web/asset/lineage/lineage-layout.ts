import { Graph, layout } from '@dagrejs/dagre';
import type { Lineage } from './merge-lineages.ts';

export const nodeWidth = 236;
export const nodeHeight = 64;

/** Where each asset stands, its upper left corner: what it was made from to its left, what it went into to its right. */
export function placesOf({ nodes, edges }: Lineage): ReadonlyMap<string, { x: number; y: number }> {
  const dagre = new Graph();
  dagre.setGraph({ rankdir: 'LR', nodesep: 20, ranksep: 64 });
  dagre.setDefaultEdgeLabel(() => ({}));
  for (const { assetId } of nodes) dagre.setNode(assetId, { width: nodeWidth, height: nodeHeight });
  for (const { from, to } of edges) dagre.setEdge(from, to);
  layout(dagre);
  return new Map(
    nodes.map(({ assetId }) => {
      const { x, y } = dagre.node(assetId) as { x: number; y: number };
      return [assetId, { x: x - nodeWidth / 2, y: y - nodeHeight / 2 }];
    }),
  );
}

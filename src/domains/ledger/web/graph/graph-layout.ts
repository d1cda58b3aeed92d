import { Graph as Dagre, layout } from '@dagrejs/dagre';
import type { Graph } from './graph-model.ts';

export const nodeWidth = 156;
export const nodeHeight = 46;

/** Returns the upper left corner of each node: the newest block on top, assets and participants next to the blocks. */
export function placesOf(graph: Graph): ReadonlyMap<string, { x: number; y: number }> {
  const dagre = new Dagre();
  dagre.setGraph({ rankdir: 'BT', nodesep: 36, ranksep: 30 });
  dagre.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) dagre.setNode(node.id, { width: nodeWidth, height: nodeHeight });
  for (const edge of graph.edges) dagre.setEdge(edge.from, edge.to, { weight: edge.kind === 'link' ? 20 : 1 });
  layout(dagre);
  return new Map(
    graph.nodes.map((node) => {
      const { x, y } = dagre.node(node.id) as { x: number; y: number };
      return [node.id, { x: x - nodeWidth / 2, y: y - nodeHeight / 2 }];
    }),
  );
}

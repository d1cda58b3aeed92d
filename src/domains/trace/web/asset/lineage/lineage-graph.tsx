import { Graph, layout } from '@dagrejs/dagre';
import { type Edge, type Node, Panel, ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { GraphCanvas, GraphZoom } from '#platform/web/ui/chart/graph-canvas.tsx';
import { type LineageNodeData, LineageNodeView } from './lineage-node.tsx';
import type { Lineage } from './merge-lineages.ts';

export type LineageGraphProps = { assetId: string; lineage: Lineage; onOpen: (assetId: string) => void };

const nodeTypes = { asset: LineageNodeView };

/** A lineage in layers, oldest on the left. A click opens the asset; the list below has the same content. */
export default function LineageGraph({ assetId, lineage, onOpen }: LineageGraphProps) {
  const places = useMemo(() => placesOf(lineage), [lineage]);
  const nodes: Node<LineageNodeData>[] = lineage.nodes.map((node) => ({
    id: node.assetId,
    type: 'asset',
    position: places.get(node.assetId) ?? { x: 0, y: 0 },
    width: nodeWidth,
    height: nodeHeight,
    data: { ...node, current: node.assetId === assetId, onPress: () => onOpen(node.assetId) },
  }));
  return (
    <section aria-label="Graph of the lineage" className="overflow-clip rounded-12 border border-line bg-surface">
      <div className="h-104">
        <ReactFlowProvider key={`${assetId} ${lineage.nodes.length}`}>
          <GraphCanvas nodes={nodes} edges={edgesOf(lineage)} nodeTypes={nodeTypes}>
            <Panel position="top-right" className="flex rounded-8 border border-line bg-raised p-0.5">
              <GraphZoom />
            </Panel>
          </GraphCanvas>
        </ReactFlowProvider>
      </div>
      <footer className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2.5 text-13 text-muted">
        <span>Solid: made from</span>
        <span>Dashed: packed in</span>
        <span>Dots: leads further</span>
      </footer>
    </section>
  );
}

function edgesOf({ edges }: Lineage): Edge[] {
  return edges.map(({ from, to, kind, blockIndex, untilBlock }) => ({
    id: `${blockIndex} ${from} ${to}`,
    source: from,
    target: to,
    style: {
      stroke: untilBlock === undefined ? 'var(--stone-9)' : 'var(--stone-7)',
      strokeWidth: kind === 'made' ? 2 : 1,
      ...(kind === 'packed' ? { strokeDasharray: '4 3' } : {}),
    },
  }));
}

const nodeWidth = 236;
const nodeHeight = 64;

/** Returns the upper left corner of each asset: what it was made from on the left, what it went into on the right. */
function placesOf({ nodes, edges }: Lineage): ReadonlyMap<string, { x: number; y: number }> {
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

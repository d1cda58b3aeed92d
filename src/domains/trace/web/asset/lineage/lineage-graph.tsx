import { Graph, layout } from '@dagrejs/dagre';
import { type Edge, type Node, Panel, ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import type { LineageEdge } from '#domains/trace/contract.ts';
import { GraphCanvas, GraphZoom } from '#platform/web/ui/chart/graph-canvas.tsx';
import { type LineageNodeData, LineageNodeView } from './lineage-node.tsx';
import type { LinkSelection, LinkState } from './link-selection.ts';
import type { Lineage } from './merge-lineages.ts';

export type LineageGraphProps = {
  assetId: string;
  lineage: Lineage;
  selection: LinkSelection;
  onOpen: (assetId: string) => void;
};

const nodeTypes = { asset: LineageNodeView };

/** A lineage in layers, oldest on the left. A click opens the asset; the list below has the same content. */
export default function LineageGraph({ assetId, lineage, selection, onOpen }: LineageGraphProps) {
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
          <GraphCanvas
            nodes={nodes}
            edges={lineage.edges.map((edge) => drawnEdge(edge, selection.stateOf(edge)))}
            nodeTypes={nodeTypes}
            onEdgePress={(id) => selection.select(Number(id.split(' ', 1)[0]))}
          >
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
        {selection.step === undefined ? null : <span>Faded: recorded after the selected step</span>}
      </footer>
    </section>
  );
}

function drawnEdge({ from, to, kind, blockIndex, untilBlock }: LineageEdge, state: LinkState): Edge {
  const width = kind === 'made' ? 2 : 1;
  const plain = untilBlock === undefined ? 'var(--stone-9)' : 'var(--stone-7)';
  return {
    id: `${blockIndex} ${from} ${to}`,
    source: from,
    target: to,
    interactionWidth: 16,
    style: {
      stroke: state === 'selected' ? 'var(--accent)' : plain,
      strokeWidth: state === 'selected' ? width + 1.5 : width,
      opacity: state === 'later' ? 0.3 : 1,
      ...(kind === 'packed' ? { strokeDasharray: '4 3' } : {}),
    },
  };
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

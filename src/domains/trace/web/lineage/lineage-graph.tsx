import '@xyflow/react/dist/base.css';
import { Background, type Edge, type Node, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '#platform/web/ui/icon-button.tsx';
import { nodeHeight, nodeWidth, placesOf } from './lineage-layout.ts';
import { type LineageNodeData, LineageNodeView } from './lineage-node.tsx';
import type { Lineage } from './merge-lineages.ts';

export type LineageGraphProps = { assetId: string; lineage: Lineage; onOpen: (assetId: string) => void };

const nodeTypes = { asset: LineageNodeView };

/** A lineage in layers, from what came first on the left. A click goes to the asset; the list below holds the same. */
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
          <ReactFlow
            nodes={nodes}
            edges={edgesOf(lineage)}
            nodeTypes={nodeTypes}
            fitView
            fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
            minZoom={0.2}
            maxZoom={1.75}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            preventScrolling={false}
            zoomOnScroll={false}
            className="dark:[--xy-attribution-background-color:transparent]"
          >
            <Background color="var(--stone-7)" gap={24} />
            <Controls />
          </ReactFlow>
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

function Controls() {
  const flow = useReactFlow();
  return (
    <Panel position="top-right" className="flex rounded-8 border border-line bg-raised p-0.5">
      <IconButton label="Zoom in" size="small" onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Zoom out" size="small" onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Show all" size="small" onClick={() => void flow.fitView({ padding: 0.08 })}>
        <Maximize aria-hidden="true" size={15} />
      </IconButton>
    </Panel>
  );
}

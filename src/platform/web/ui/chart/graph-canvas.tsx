import '@xyflow/react/dist/base.css';
import { Background, type Edge, type Node, type NodeTypes, ReactFlow, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';

/** The free margin around a fully shown graph, as a share of its frame. */
export const graphPadding = 0.1;
const zoomMin = 0.2;
const zoomMax = 1.75;

export type GraphCanvasProps = {
  nodes: Node[];
  edges: Edge[];
  nodeTypes: NodeTypes;
  /** Called with the pressed edge. Offer the same action by a button elsewhere: edges cannot have focus. */
  onEdgePress?: (id: string) => void;
  /** Overlays on the canvas: controls, an overview. */
  children?: ReactNode;
};

/**
 * A read-only graph: it can be dragged and pinched but not edited, and scrolling over it scrolls the page. Its nodes
 * provide their own buttons. Render it in a `ReactFlowProvider`, and load it only together with a graph.
 */
export function GraphCanvas({ nodes, edges, nodeTypes, onEdgePress, children }: GraphCanvasProps) {
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={{ maxZoom: 1, padding: graphPadding }}
      minZoom={zoomMin}
      maxZoom={zoomMax}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      {...(onEdgePress ? { onEdgeClick: (_, edge) => onEdgePress(edge.id) } : {})}
      preventScrolling={false}
      zoomOnScroll={false}
      className="dark:[--xy-attribution-background-color:transparent]"
    >
      <Background color="var(--stone-7)" gap={24} />
      {children}
    </ReactFlow>
  );
}

/** Button equivalents of pinching. */
export function GraphZoom() {
  const flow = useReactFlow();
  return (
    <>
      <IconButton label="Zoom in" size="small" onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Zoom out" size="small" onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Show all" size="small" onClick={() => void flow.fitView({ padding: graphPadding })}>
        <Maximize aria-hidden="true" size={15} />
      </IconButton>
    </>
  );
}

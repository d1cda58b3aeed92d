import '@xyflow/react/dist/base.css';
import { Background, type Edge, MiniMap, type Node, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { Block } from '#domains/ledger/contract.ts';
import type { Tone } from '#platform/web/ui/tone.ts';
import { GraphControls } from './graph-controls.tsx';
import { nodeHeight, nodeWidth, placesOf } from './graph-layout.ts';
import { type Graph, graphOf, nearest, nodeIdOf } from './graph-model.ts';
import { type GraphNodeData, GraphNodeView } from './graph-node.tsx';

export type BlockGraphProps = {
  blocks: readonly Block[];
  selected: number | undefined;
  onSelect: (index: number) => void;
  toneOf: (action: string) => Tone;
};

const blocksShown = 7;
const nodeTypes = { ledger: GraphNodeView };

/** The blocks around the selected one as a graph. A click on a block selects it and opens what it names; on an asset or a
 * participant, all blocks here that name it. The List View holds the same blocks for those who do not see. */
export default function BlockGraph({ blocks, selected, onSelect, toneOf }: BlockGraphProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const shown = nearest(blocks, selected, blocksShown);
  const graph = useMemo(() => {
    const open = new Set(opened);
    if (selected !== undefined) open.add(nodeIdOf.block(selected));
    return graphOf(shown, open);
  }, [shown, opened, selected]);
  const places = useMemo(() => placesOf(graph), [graph]);

  const nodes: Node<GraphNodeData>[] = graph.nodes.map((node) => ({
    id: node.id,
    type: 'ledger',
    position: places.get(node.id) ?? { x: 0, y: 0 },
    width: nodeWidth,
    height: nodeHeight,
    data: {
      ...node,
      tone: node.kind === 'block' ? toneOf(node.detail.replaceAll(' ', '_')) : 'grey',
      selected: node.index !== undefined && node.index === selected,
      open: opened.has(node.id),
      onPress: () => {
        if (node.index !== undefined) onSelect(node.index);
        else setOpened((before) => toggled(before, node.id));
      },
    },
  }));
  return (
    <section aria-label="Graph of blocks" className="overflow-clip rounded-12 border border-line bg-surface">
      <div className="h-130">
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={edgesOf(graph)}
            nodeTypes={nodeTypes}
            fitView
            fitViewOptions={{ maxZoom: 1, padding: 0.12 }}
            minZoom={0.25}
            maxZoom={1.75}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            preventScrolling={false}
            zoomOnScroll={false}
            proOptions={{ hideAttribution: false }}
          >
            <Background color="var(--stone-7)" gap={24} />
            <MiniMap
              ariaLabel="Overview"
              pannable
              bgColor="var(--sunken)"
              maskColor="transparent"
              nodeColor="var(--stone-8)"
              style={{ width: 130, height: 80 }}
            />
            <GraphControls focus={selected === undefined ? undefined : nodeIdOf.block(selected)} />
          </ReactFlow>
        </ReactFlowProvider>
      </div>
      <GraphLegend graph={graph} />
    </section>
  );
}

function edgesOf(graph: Graph): Edge[] {
  return graph.edges.map((edge) => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: 'smoothstep',
    ...(edge.broken ? { label: edge.label } : {}),
    style: {
      stroke: edge.broken ? 'var(--danger)' : edge.kind === 'link' ? 'var(--stone-9)' : 'var(--stone-8)',
      strokeWidth: edge.kind === 'link' ? 2 : 1,
      ...(edge.kind === 'relation' ? { strokeDasharray: '4 3' } : {}),
    },
  }));
}

function GraphLegend({ graph }: { graph: Graph }) {
  const relations = graph.edges.filter((edge) => edge.kind === 'relation' || edge.broken);
  const name = (id: string) => graph.nodes.find((node) => node.id === id)?.label ?? id;
  return (
    <footer className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2.5 text-13 text-muted">
      <span>Solid: rests on the block before</span>
      <span>Dashed: names an asset or participant</span>
      <span>Click an asset or participant to see every block here that names it</span>
      <ul className="sr-only">
        {relations.map((edge) => (
          <li key={edge.id}>
            {name(edge.from)} {edge.broken ? 'and' : 'names the'} {edge.label} {name(edge.to)}
          </li>
        ))}
      </ul>
    </footer>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

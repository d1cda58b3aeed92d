import { type Edge, Handle, MiniMap, type Node, type NodeProps, Position, ReactFlowProvider } from '@xyflow/react';
import { Box, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import type { Block } from '#domains/ledger/contract.ts';
import { GraphCanvas } from '#platform/web/ui/chart/graph-canvas.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { type Depth, GraphControls } from './graph-controls.tsx';
import { nodeHeight, nodeWidth, placesOf } from './graph-layout.ts';
import { type Graph, type GraphNode, graphOf, linksBelow, nearest, nodeIdOf } from './graph-model.ts';
import { SaveGraph } from './save-graph.tsx';

export type BlockGraphProps = {
  blocks: readonly Block[];
  selected: number | undefined;
  onSelect: (index: number) => void;
  toneOf: (action: string) => Tone;
  wordsOf: (action: string) => string;
  /** The name of an asset. */
  nameOf: (assetId: string) => string | undefined;
  /** Number of blocks shown. */
  depth: Depth;
  onDepth: (depth: Depth) => void;
  /** The expanded assets and participants, by node id. */
  opened: readonly string[];
  onOpened: (opened: string[]) => void;
};

const nodeTypes = { ledger: GraphNodeView };

/**
 * The blocks around the selected one as a graph. A click on a block selects and expands it; a click on an asset or a
 * participant shows all blocks that name it. The List View has the same blocks for screen readers.
 */
export default function BlockGraph(props: BlockGraphProps) {
  const { blocks, selected, onSelect, toneOf, wordsOf, nameOf, opened, onOpened, depth, onDepth } = props;
  const shown = nearest(blocks, selected, depth);
  const graph = useMemo(() => {
    const open = new Set(opened);
    if (selected !== undefined) open.add(nodeIdOf.block(selected));
    return graphOf(shown, open, { wordsOf, nameOf });
  }, [shown, opened, selected, wordsOf, nameOf]);
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
      open: opened.includes(node.id),
      onPress: () => {
        if (node.index !== undefined) onSelect(node.index);
        else onOpened(toggled(opened, node.id));
      },
    },
  }));
  return (
    <section aria-label="Graph of blocks" className="overflow-clip rounded-12 border border-line bg-surface">
      <ReactFlowProvider>
        <GraphControls
          focus={selected === undefined ? undefined : nodeIdOf.block(selected)}
          depth={depth}
          onDepth={onDepth}
        >
          <SaveGraph graph={graph} places={places} blocks={shown} />
        </GraphControls>
        <div className="h-130">
          <GraphCanvas nodes={nodes} edges={edgesOf(graph, selected)} nodeTypes={nodeTypes}>
            <MiniMap
              ariaLabel="Overview"
              pannable
              bgColor="var(--sunken)"
              maskColor="transparent"
              nodeColor="var(--stone-8)"
              style={{ width: 130, height: 80 }}
            />
          </GraphCanvas>
        </div>
      </ReactFlowProvider>
      <GraphLegend graph={graph} />
    </section>
  );
}

function edgesOf(graph: Graph, selected: number | undefined): Edge[] {
  const below = linksBelow(graph, selected);
  const strokeOf = (edge: Graph['edges'][number]) => {
    if (edge.broken) return 'var(--danger)';
    if (below.has(edge.id)) return 'var(--accent)';
    return edge.kind === 'link' ? 'var(--stone-9)' : 'var(--stone-8)';
  };
  return graph.edges.map((edge) => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: 'smoothstep',
    ...(edge.broken ? { label: edge.label } : {}),
    style: {
      stroke: strokeOf(edge),
      strokeWidth: below.has(edge.id) ? 3 : edge.kind === 'link' ? 2 : 1,
      ...(edge.kind === 'relation' ? { strokeDasharray: '4 3' } : {}),
    },
  }));
}

function GraphLegend({ graph }: { graph: Graph }) {
  const relations = graph.edges.filter((edge) => edge.kind === 'relation' || edge.broken);
  const name = (id: string) => graph.nodes.find((node) => node.id === id)?.label ?? id;
  return (
    <footer className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2.5 text-13 text-muted">
      <span>Solid: links to the previous block. Thick: leads back from the selected block</span>
      <span>Dashed: names an asset or participant</span>
      <span>Click an asset or participant to show the blocks that name it</span>
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

function toggled(opened: readonly string[], id: string): string[] {
  return opened.includes(id) ? opened.filter((each) => each !== id) : [...opened, id];
}

type GraphNodeData = GraphNode & { tone: Tone; selected: boolean; open: boolean; onPress: () => void };

const shapes = { block: 'rounded-full', asset: 'rounded-6', participant: 'rounded-full border-dashed' };
const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent';

/** A block, asset or participant. Each has its own shape, so that color is never the only cue. */
function GraphNodeView({ data }: NodeProps<Node<GraphNodeData>>) {
  const { kind, label, detail, tone, selected, open, onPress } = data;
  const Icon = kind === 'asset' ? Box : UserRound;
  return (
    <>
      <Handle type="target" position={Position.Bottom} className={hidden} isConnectable={false} />
      <button
        type="button"
        {...(kind === 'block' ? { 'aria-current': selected } : { 'aria-expanded': open })}
        onClick={onPress}
        data-tone={tone}
        className={`nopan pointer-events-auto flex size-full items-center justify-center gap-2 border px-3 text-left ${shapes[kind]} ${selected ? 'border-accent bg-accent-soft' : 'border-tone-line bg-raised hover:bg-hover'}`}
      >
        {kind === 'block' ? (
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-tone-solid" />
        ) : (
          <Icon aria-hidden="true" size={15} className="shrink-0 text-muted" />
        )}
        <span className="min-w-0">
          <span className="block truncate text-13 font-medium">{label}</span>
          <span className="block truncate text-12 text-muted">
            {kind === 'block' || detail === kind ? null : <span className="sr-only">{kind} </span>}
            {detail}
          </span>
        </span>
      </button>
      <Handle type="source" position={Position.Top} className={hidden} isConnectable={false} />
    </>
  );
}

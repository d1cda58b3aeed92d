import { type Node, type ReactFlowInstance, useReactFlow } from '@xyflow/react';
import { Crosshair } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { GraphZoom, graphPadding } from '#platform/web/ui/chart/graph-canvas.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';

export type Depth = 3 | 7 | 15;
const depths: readonly Depth[] = [3, 7, 15];

export type GraphControlsProps = {
  /** The focused node. */
  focus: string | undefined;
  depth: Depth;
  onDepth: (depth: Depth) => void;
  children?: ReactNode;
};

/** Labels have 13 px and are illegible below this scale. */
const readable = 0.8;

/** Shows the whole graph if it stays legible, otherwise the part around the selected block. */
async function showReadably(flow: ReactFlowInstance, focus: string, depth: Depth): Promise<void> {
  if (depth <= 7) await flow.fitView({ maxZoom: 1, padding: graphPadding });
  if (depth <= 7 && flow.getZoom() >= readable) return;
  await flow.fitView({
    nodes: nearestNodes(flow.getNodes(), focus),
    minZoom: readable,
    maxZoom: 1,
    padding: graphPadding,
  });
}

/** Returns as many nodes as fit above and below the selected one. */
function nearestNodes(nodes: readonly Node[], focus: string): Node[] {
  const y = nodes.find((node) => node.id === focus)?.position.y ?? 0;
  const distance = (node: Node) => Math.abs(node.position.y - y);
  return nodes.toSorted((a, b) => distance(a) - distance(b)).slice(0, 8);
}

/** Block count, zoom, fit and focus as buttons, for everything that dragging and scrolling can do. */
export function GraphControls({ focus, depth, onDepth, children }: GraphControlsProps) {
  const flow = useReactFlow();
  useEffect(() => {
    if (focus === undefined) return;
    // Runs after the new nodes are rendered.
    const timer = setTimeout(() => void showReadably(flow, focus, depth), 50);
    return () => clearTimeout(timer);
  }, [focus, depth, flow]);
  const toSelected = () => void flow.fitView({ nodes: focus === undefined ? [] : [{ id: focus }], maxZoom: 1.2 });
  return (
    <header className="flex flex-wrap items-center justify-end gap-1 border-b border-line px-3 py-1.5 print:hidden">
      <Select
        aria-label="Blocks shown"
        value={String(depth)}
        onChange={(event) => onDepth(depths.find((each) => String(each) === event.target.value) ?? 7)}
        options={depths.map((each) => ({ value: String(each), label: `${each} blocks` }))}
        className="mr-auto min-w-28"
      />
      <GraphZoom />
      <IconButton label="Show the selected block" size="small" onClick={toSelected}>
        <Crosshair aria-hidden="true" size={15} />
      </IconButton>
      {children}
    </header>
  );
}

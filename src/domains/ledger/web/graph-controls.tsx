import { Panel, useReactFlow } from '@xyflow/react';
import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '#platform/web/ui/icon-button.tsx';

/** Zoom, fit, and back to the selected block: everything that dragging and scrolling can do, as buttons. */
export function GraphControls({ focus }: { focus: string | undefined }) {
  const flow = useReactFlow();
  useEffect(() => {
    if (focus === undefined) return;
    // After the new nodes have been drawn.
    const timer = setTimeout(() => void flow.fitView({ maxZoom: 1, padding: 0.12 }), 50);
    return () => clearTimeout(timer);
  }, [focus, flow]);
  const toSelected = () => void flow.fitView({ nodes: focus === undefined ? [] : [{ id: focus }], maxZoom: 1.2 });
  return (
    <Panel position="top-right" className="flex rounded-8 border border-line bg-raised p-0.5">
      <IconButton label="Zoom in" size="small" onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Zoom out" size="small" onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Show all" size="small" onClick={() => void flow.fitView({ padding: 0.12 })}>
        <Maximize aria-hidden="true" size={15} />
      </IconButton>
      <IconButton label="Show the selected block" size="small" onClick={toSelected}>
        <Crosshair aria-hidden="true" size={15} />
      </IconButton>
    </Panel>
  );
}

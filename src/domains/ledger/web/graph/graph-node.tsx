import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Box, UserRound } from 'lucide-react';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import type { GraphNode } from './graph-model.ts';

export type GraphNodeData = GraphNode & { tone: Tone; selected: boolean; open: boolean; onPress: () => void };

const shapes = { block: 'rounded-full', asset: 'rounded-6', participant: 'rounded-full border-dashed' };
const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent';

/** A block, an asset or a participant; each has its own shape, so that colour is never the only sign. */
export function GraphNodeView({ data }: NodeProps<Node<GraphNodeData>>) {
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
          <span className="block truncate text-12 text-muted">{detail}</span>
        </span>
      </button>
      <Handle type="source" position={Position.Top} className={hidden} isConnectable={false} />
    </>
  );
}

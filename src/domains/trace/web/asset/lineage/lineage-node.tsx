import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Ellipsis } from 'lucide-react';
import type { LineageNode } from '#domains/trace/contract.ts';
import { StatusBadge } from '../../status-badge.tsx';

export type LineageNodeData = LineageNode & { current: boolean; onPress: () => void };

const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent';

/** An asset in the graph: its name and location. Dots mean that it leads further. */
export function LineageNodeView({ data }: NodeProps<Node<LineageNodeData>>) {
  const { assetId, name, status, more, current, onPress } = data;
  return (
    <>
      <Handle type="target" position={Position.Left} className={hidden} isConnectable={false} />
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        onClick={onPress}
        className={`nopan pointer-events-auto flex size-full flex-col justify-center gap-1 rounded-8 border px-3 text-left ${current ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised hover:bg-hover'}`}
      >
        <span className="flex w-full items-center gap-2">
          <span className="truncate text-13 font-medium">{name}</span>
          {more ? (
            <>
              <Ellipsis aria-hidden="true" size={14} className="ml-auto shrink-0 text-muted" />
              <span className="sr-only">leads on</span>
            </>
          ) : null}
        </span>
        <span className="flex w-full items-center gap-2">
          <code className="truncate text-12 text-muted">{assetId}</code>
          <span className="ml-auto shrink-0">
            <StatusBadge status={status} />
          </span>
        </span>
      </button>
      <Handle type="source" position={Position.Right} className={hidden} isConnectable={false} />
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { LineageEdge, LineageNode } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { AssetLabel } from '../../asset-label.tsx';
import { StatusBadge } from '../../status-badge.tsx';
import type { LinkSelection } from './link-selection.ts';
import type { Lineage } from './merge-lineages.ts';

export type LineageListProps = {
  label: string;
  empty: string;
  direction: 'upstream' | 'downstream';
  lineage: Lineage;
  selection: LinkSelection;
};

/** A lineage as a list, nearest first. Each asset has its relation and the block that records it. */
export function LineageList({ label, empty, direction, lineage, selection }: LineageListProps) {
  const others = lineage.nodes.filter((node) => node.depth > 0);
  const nameOf = (id: string) => lineage.nodes.find((node) => node.assetId === id)?.name ?? id;
  if (others.length === 0) return <p className="px-5 pb-5 text-13 text-muted">{empty}</p>;
  return (
    <ol aria-label={label} className="divide-y divide-line border-t border-line">
      {others.map((node) => (
        <li key={node.assetId} className="flex flex-col gap-1 px-5 py-3">
          <NodeLine node={node} />
          <ul className="text-13 text-muted">
            {lineage.edges
              .filter((edge) => (direction === 'upstream' ? edge.from : edge.to) === node.assetId)
              .map((edge) => (
                <Tie
                  key={`${edge.blockIndex} ${edge.from} ${edge.to}`}
                  edge={edge}
                  direction={direction}
                  nameOf={nameOf}
                  selection={selection}
                />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function NodeLine({ node }: { node: LineageNode }) {
  const { assetId, name, status, custodian, location } = node;
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/assets/$assetId"
          params={{ assetId }}
          search={{ tab: 'lineage' }}
          className={`${linkClass} wrap-anywhere`}
        >
          <AssetLabel {...{ name, assetId }} />
        </Link>
        <code className="text-12 text-muted wrap-anywhere">{assetId}</code>
        <StatusBadge status={status} />
      </p>
      {custodian || location ? (
        <p className="mt-0.5 text-13 text-muted">{[custodian, location].filter(Boolean).join(' · ')}</p>
      ) : null}
    </div>
  );
}

type TieProps = {
  edge: LineageEdge;
  direction: 'upstream' | 'downstream';
  nameOf: (id: string) => string;
  selection: LinkSelection;
};

function Tie({ edge, direction, nameOf, selection }: TieProps) {
  const { kind, from, to, blockIndex, untilBlock } = edge;
  const words =
    direction === 'upstream'
      ? `${kind === 'made' ? 'Went into' : 'Packed in'} ${nameOf(to)}`
      : `${kind === 'made' ? 'Made from' : 'Contains'} ${nameOf(from)}`;
  const state = selection.stateOf(edge);
  return (
    <li
      aria-current={state === 'selected' ? 'step' : undefined}
      className="-mx-2 flex flex-wrap items-baseline gap-x-2 rounded-6 px-2 aria-[current=step]:bg-accent-soft aria-[current=step]:text-ink"
    >
      <span>
        {words}, block <BlockLink index={blockIndex} />
        {untilBlock === undefined ? null : (
          <>
            , until block <BlockLink index={untilBlock} />
          </>
        )}
      </span>
      {state === 'selected' ? <span className="font-medium">Selected step</span> : null}
      {state === 'later' ? <span className="text-faint">after the selected step</span> : null}
      {state !== 'selected' && selection.isStep(edge) ? (
        <button
          type="button"
          onClick={() => selection.select(blockIndex)}
          className={`${linkClass} min-h-6`}
          aria-label={`Select step in block ${formatCount(blockIndex)}`}
        >
          Select step
        </button>
      ) : null}
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { LineageEdge, LineageNode } from '#domains/trace/contract.ts';
import { StatusBadge } from '../../status-badge.tsx';
import type { Lineage } from './merge-lineages.ts';

export type LineageListProps = { label: string; empty: string; direction: 'upstream' | 'downstream'; lineage: Lineage };

/** A lineage as a list, nearest first. Each asset has its relation and the block that records it. */
export function LineageList({ label, empty, direction, lineage }: LineageListProps) {
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
                <li key={`${edge.blockIndex} ${edge.from} ${edge.to}`}>
                  <Tie edge={edge} direction={direction} nameOf={nameOf} />
                </li>
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
          {name}
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

type TieProps = { edge: LineageEdge; direction: 'upstream' | 'downstream'; nameOf: (id: string) => string };

function Tie({ edge, direction, nameOf }: TieProps) {
  const { kind, from, to, blockIndex, untilBlock } = edge;
  const words =
    direction === 'upstream'
      ? `${kind === 'made' ? 'Went into' : 'Packed in'} ${nameOf(to)}`
      : `${kind === 'made' ? 'Made from' : 'Contains'} ${nameOf(from)}`;
  return (
    <>
      {words}, block <BlockLink index={blockIndex} />
      {untilBlock === undefined ? null : (
        <>
          , until block <BlockLink index={untilBlock} />
        </>
      )}
    </>
  );
}

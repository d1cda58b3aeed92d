import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { RecallLine } from '#domains/trace/contract.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AssetLabel } from '../asset-label.tsx';
import { StatusBadge } from '../status-badge.tsx';

/** The assets to find, with location, custodian, handlers and the latest block. */
export function RecallTable({ lines }: { lines: readonly RecallLine[] }) {
  return (
    <Card flush>
      <ol aria-label="Assets to find" className="divide-y divide-line">
        {lines.map((line) => (
          <li
            key={line.assetId}
            className="grid gap-x-6 gap-y-2 px-5 py-3.5 break-inside-avoid sm:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_auto]"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link to="/assets/$assetId" params={{ assetId: line.assetId }} className={`${linkClass} wrap-anywhere`}>
                  <AssetLabel name={line.name} assetId={line.assetId} />
                </Link>
                <StatusBadge status={line.status} />
              </p>
              <p className="text-13 text-muted">
                <code className="text-12 wrap-anywhere">{line.assetId}</code> · {line.relation}
              </p>
            </div>
            <Fact label="Now">
              {line.location ?? 'Unknown location'}
              <span className="block text-13 text-muted">
                {line.custodian ? `with ${line.custodian}` : 'no custodian on record'}
                {line.since ? (
                  <>
                    {' '}
                    since <Time at={line.since} format="minute" />
                  </>
                ) : null}
              </span>
            </Fact>
            <Fact label="Handled by">{line.handledBy.join(', ') || 'No one on record'}</Fact>
            <Fact label="Block">{line.blockIndex === undefined ? 'None' : <BlockLink index={line.blockIndex} />}</Fact>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-12 text-muted">{label}</p>
      <div>{children}</div>
    </div>
  );
}

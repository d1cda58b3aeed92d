import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { ParticipantActivity } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { toneOf } from '../actions.ts';
import { AssetLabel } from '../asset-label.tsx';

type HandledAsset = ParticipantActivity['assets'][number];

const columns: readonly Column<HandledAsset>[] = [
  {
    id: 'asset',
    header: 'Asset',
    cell: ({ assetId, name }) => (
      <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
        <AssetLabel name={name} assetId={assetId} />
      </Link>
    ),
    text: ({ assetId, name }) => name ?? assetId,
    sortable: true,
    phone: 'title',
  },
  {
    id: 'assetId',
    header: 'Asset ID',
    cell: ({ assetId }) => <code className="text-12">{assetId}</code>,
    text: ({ assetId }) => assetId,
    wraps: true,
    phone: 'value',
  },
  {
    id: 'action',
    header: 'Last action',
    cell: ({ lastAction }) => <Badge tone={toneOf(lastAction)}>{lastAction.replaceAll('_', ' ')}</Badge>,
    text: ({ lastAction }) => lastAction,
    sortable: true,
    phone: 'mark',
  },
  {
    id: 'events',
    header: 'Events',
    cell: ({ events }) => formatCount(events),
    text: ({ events }) => events,
    sortable: true,
    align: 'end',
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ lastAt }) => <Time at={lastAt} />,
    text: ({ lastAt }) => lastAt,
    phone: 'value',
    sortable: true,
  },
];

/** The assets that a participant handled, most recent first. */
export function HandledAssets({ activity: { assets, assetCount } }: { activity: ParticipantActivity }) {
  return (
    <DataTable
      name="Assets handled"
      columns={columns}
      rows={assets}
      rowKey={({ assetId }) => assetId}
      empty={null}
      toolbar={
        <>
          <h2 className="text-14 font-semibold text-ink">Assets handled</h2>
          {assetCount > assets.length ? <span>the last {formatCount(assets.length)}</span> : null}
        </>
      }
    />
  );
}

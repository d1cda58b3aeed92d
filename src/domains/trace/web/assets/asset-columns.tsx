import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AssetCairn } from '../asset-cairn.tsx';
import { AssetLabel } from '../asset-label.tsx';
import { EventTime } from '../event-time.tsx';
import { StatusBadge } from '../status-badge.tsx';

const missing = (words: string) => <span className="text-faint">{words}</span>;

export const assetColumns: readonly Column<Asset>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (asset) => (
      <span className="flex items-center gap-2.5">
        <AssetCairn asset={asset} className="max-md:hidden" />
        <Link
          to="/assets/$assetId"
          params={{ assetId: asset.assetId }}
          className="rounded-6 font-medium hover:underline"
        >
          <AssetLabel name={asset.name} assetId={asset.assetId} />
        </Link>
      </span>
    ),
    text: (asset) => asset.name,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'assetId',
    header: 'Asset ID',
    cell: (asset) => <code className="text-12">{asset.assetId}</code>,
    text: (asset) => asset.assetId,
    wraps: true,
    phone: 'value',
  },
  {
    id: 'currentStatus',
    header: 'Status',
    cell: (asset) => <StatusBadge status={asset.currentStatus} />,
    text: (asset) => asset.currentStatus,
    sortable: true,
    phone: 'mark',
  },
  {
    id: 'category',
    header: 'Category',
    cell: (asset) => asset.category ?? missing('N/A'),
    text: (asset) => asset.category ?? 'N/A',
    phone: 'none',
  },
  {
    id: 'location',
    header: 'Location',
    cell: (asset) => asset.currentLocation ?? missing('Unknown'),
    text: (asset) => asset.currentLocation ?? 'Unknown',
    cutOnPhone: true,
    phone: 'value',
  },
  {
    id: 'batch',
    header: 'Batch',
    cell: ({ batch }) => (batch ? <code className="text-12">{batch}</code> : missing('N/A')),
    text: (asset) => asset.batch ?? 'N/A',
    phone: 'none',
  },
  {
    id: 'custodian',
    header: 'Custody',
    cell: (asset) => asset.custodian ?? missing('Unknown'),
    text: (asset) => asset.custodian ?? '',
    hiddenAtFirst: true,
  },
  {
    id: 'events',
    header: 'Events',
    cell: (asset) => <Events asset={asset} />,
    text: (asset) => asset.eventCount,
    align: 'end',
    hiddenAtFirst: true,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    cell: (asset) => <EventTime clock="recorded" happened={asset.happenedAt} recorded={asset.updatedAt} />,
    text: (asset) => asset.updatedAt,
    sortable: true,
    hiddenAtFirst: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (asset) => <EventTime clock="happened" happened={asset.createdAt} recorded={asset.recordedAt} format="day" />,
    text: (asset) => asset.createdAt,
    sortable: true,
    phone: 'value',
  },
  {
    id: 'recordedAt',
    header: 'Recorded',
    cell: (asset) => <Time at={asset.recordedAt} format="day" />,
    text: (asset) => asset.recordedAt,
    hiddenAtFirst: true,
  },
];

function Events({ asset }: { asset: Asset }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {asset.anomalyCount > 0 ? (
        <TriangleAlert
          aria-label={formatCounted(asset.anomalyCount, 'anomaly', 'anomalies')}
          size={13}
          className={linkClass}
        />
      ) : null}
      {formatCount(asset.eventCount)}
    </span>
  );
}

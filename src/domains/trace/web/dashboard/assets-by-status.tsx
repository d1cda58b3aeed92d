import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import { assetStatuses } from '#domains/trace/contract.ts';
import type { PanelProps } from '#platform/web/domain.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { periodStatsQuery } from '../activity-queries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { readStatuses } from './panel-tables.ts';

/** Assets by status, each linking to the filtered list. Uses the data of the totals. */
export default function AssetsByStatus({ period }: PanelProps) {
  const { data, error, refetch } = useQuery({ ...periodStatsQuery(period), enabled: false });
  if (error && !data)
    return <ErrorState title="Couldn't load the assets by status" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={5} />;
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-1.5">
      {assetStatuses.map((status) => (
        <li key={status} className="flex items-center justify-between gap-2">
          <StatusBadge status={status} />
          <Link to="/assets" search={{ status }} className={`${linkClass} tabular min-h-6`}>
            {formatCount(data.byStatus[status])}
            <span className="sr-only"> {status}</span>
          </Link>
        </li>
      ))}
      {data.byStatus.unknown > 0 ? (
        <li className="flex items-center justify-between gap-2">
          <StatusBadge status="unknown" />
          <span className="tabular">{formatCount(data.byStatus.unknown)}</span>
        </li>
      ) : null}
    </ul>
  );
}

export const readTable = readStatuses;

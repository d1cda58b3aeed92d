import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { RECALL_ASSETS_MAX, type RecallLine } from '#domains/trace/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { formatMinute } from '#platform/web/format-time.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import type { RecallSearch } from '../asset/asset-search.ts';
import { recallQuery } from '../queries.ts';
import { RecallMenu, reportUrl } from './recall-menu.tsx';
import { RecallTable } from './recall-table.tsx';

const onTheWay = (lines: readonly RecallLine[]) =>
  lines.filter(({ status }) => status === 'shipped' || status === 'in transit').length;

const beginning = ({ name, batch }: { name: string; batch?: string | undefined }, scope: 'asset' | 'batch') =>
  scope === 'batch' && batch
    ? `Starts from every asset of batch ${batch}`
    : `Starts from ${name}${batch ? `, batch ${batch}` : ''}`;

/** A recall report on one page, to print and share. */
export function RecallPage({ assetId, search }: { assetId: string; search: RecallSearch }) {
  const navigate = useNavigate();
  const scope = search.scope ?? 'asset';
  const { data, error, refetch } = useQuery(recallQuery(assetId, scope));
  if (error && !data)
    return <ErrorState page title="Couldn't create the recall report" error={error} onRetry={() => void refetch()} />;
  const batch = data?.asset.batch;
  return (
    <div className="page-width pb-10">
      <title>{`Recall of ${data?.asset.name ?? assetId} · Cairn`}</title>
      <Link
        to="/assets/$assetId"
        params={{ assetId }}
        search={{ tab: 'lineage' }}
        className="mt-6 -mb-6 flex w-fit min-h-6 items-center gap-1 rounded-6 text-13 text-muted hover:text-ink print:hidden"
      >
        <ChevronLeft aria-hidden="true" size={14} /> {assetId}
      </Link>
      <PageHeader
        title={`Recall report: ${assetId}`}
        subtitle={
          <span className="block max-sm:min-h-10">
            {data ? beginning(data.asset, scope) : 'Tracing affected assets…'}
          </span>
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {data ? null : <Skeleton className="h-control w-44" />}
            {batch ? (
              <SegmentedControl
                label="Start from"
                value={scope}
                onValueChange={(value) =>
                  void navigate({
                    to: '/assets/$assetId/recall',
                    params: { assetId },
                    search: value === 'batch' ? { scope: 'batch' } : {},
                    replace: true,
                  })
                }
                options={[
                  { value: 'asset', label: 'This asset' },
                  { value: 'batch', label: 'Its batch' },
                ]}
              />
            ) : null}
            <RecallMenu assetId={assetId} scope={scope} recall={data} />
          </span>
        }
      />
      {data ? (
        <div className="flex flex-col gap-5">
          <OnPaper assetId={assetId} scope={scope} />
          <StatRow label="Totals">
            <Stat
              label="Assets to find"
              value={`${formatCount(data.totals.assets)}${data.cut || data.incomplete ? '+' : ''}`}
            />
            <Stat label="On the way" value={formatCount(onTheWay(data.lines))} />
            <Stat label="Locations" value={formatCount(data.totals.locations)} />
            <Stat label="Participants to notify" value={formatCount(data.totals.participants)} />
          </StatRow>
          {data.incomplete ? (
            <Banner kind="warning">
              This asset has too many links to follow all of them, so the list may miss assets at any distance. Start
              further reports from the assets listed.
            </Banner>
          ) : null}
          {data.cut ? (
            <Banner kind="warning">
              This recall reaches more than {RECALL_ASSETS_MAX} assets. The nearest are listed. Start another report
              from one of the last.
            </Banner>
          ) : null}
          <RecallTable lines={data.lines} />
          <RecallBasis basis={data.basis} />
        </div>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-5">
          <Skeleton className="h-22 w-full rounded-12" />
          <Skeleton className="h-80 w-full rounded-12" />
        </div>
      )}
    </div>
  );
}

type RecallBasisProps = {
  basis: { at: string; length: number; checkpointSize: number; valid: boolean };
};

/** The evidence behind the report, and its limits. */
function RecallBasis({ basis }: RecallBasisProps) {
  const { at, length, checkpointSize, valid } = basis;
  return (
    <Card title="Basis of this report">
      {valid ? null : (
        <div className="mb-3">
          <Banner kind="failure">The chain is broken. Validate it before you rely on this report.</Banner>
        </div>
      )}
      <p className="max-w-[72ch] text-pretty text-muted">
        Read on {formatMinute(Date.parse(at))} from a chain of {formatCounted(length, 'block')}
        {length > 0 ? (
          <>
            {' '}
            (the newest is <BlockLink index={length - 1} />)
          </>
        ) : null}
        {checkpointSize > 0
          ? `, of which ${formatCount(checkpointSize)} are covered by a signed checkpoint.`
          : ', which no signed checkpoint covers yet.'}{' '}
        The report covers recorded events only. A product without recorded inputs, or an unscanned parcel, is not
        listed. Corrected events do not count.
      </p>
    </Card>
  );
}

/** Notes on the printed page that it proves nothing, and links to the report that does. */
function OnPaper({ assetId, scope }: { assetId: string; scope: 'asset' | 'batch' }) {
  const url = new URL(reportUrl(assetId, scope, 'html'), window.location.origin).href;
  return (
    <p className="hidden text-13 wrap-anywhere print:block">
      Printed from Cairn, without a proof. The report with its verdict and proof: {url}
    </p>
  );
}

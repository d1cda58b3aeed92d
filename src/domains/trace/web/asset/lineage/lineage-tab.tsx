import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { linkClass } from '#domains/ledger/web/index.ts';
import { type HistoryEvent, LINEAGE_DEPTH_MAX, LINEAGE_NODES_MAX } from '#domains/trace/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { titleOf } from '../../actions.ts';
import { lineageQuery } from '../../queries.ts';
import type { AssetSearch } from '../asset-search.ts';
import type { SelectStep } from '../journey/step-strip.tsx';
import { LineageList } from './lineage-list.tsx';
import { linkSelection } from './link-selection.ts';
import { type Lineage, mergeLineages } from './merge-lineages.ts';

const LineageGraph = lazy(() => import('./lineage-graph.tsx'));

const usualDepth = 3;
const directions = [
  { value: 'both', label: 'Both ways' },
  { value: 'upstream', label: 'Made from' },
  { value: 'downstream', label: 'Went into' },
] as const;
const nothing: Lineage = { nodes: [], edges: [], cut: false };

export type LineageTabProps = {
  assetId: string;
  search: AssetSearch;
  /** The asset's steps, as far as loaded. */
  history: readonly HistoryEvent[];
  onChange: (change: Partial<AssetSearch>, replace?: boolean) => void;
  onSelect: SelectStep;
};

/** What the asset was made from and went into, as a graph and as an equivalent list. */
export function LineageTab({ assetId, search, history, onChange, onSelect }: LineageTabProps) {
  const navigate = useNavigate();
  const wide = useMediaQuery('(width >= 40rem)');
  const depth = search.depth ?? usualDepth;
  const upstream = useQuery(lineageQuery(assetId, 'upstream', depth));
  const downstream = useQuery(lineageQuery(assetId, 'downstream', depth));
  const shown = useMemo(
    () =>
      mergeLineages([
        search.direction === 'downstream' ? nothing : (upstream.data ?? nothing),
        search.direction === 'upstream' ? nothing : (downstream.data ?? nothing),
      ]),
    [search.direction, upstream.data, downstream.data],
  );
  const error = upstream.error ?? downstream.error;
  if (error && !(upstream.data && downstream.data)) {
    const retry = () => void Promise.all([upstream.refetch(), downstream.refetch()]);
    return <ErrorState title="Couldn't load the lineage" error={error} onRetry={retry} />;
  }
  if (!upstream.data || !downstream.data) return <LineageSkeleton />;
  const isAlone = upstream.data.nodes.length + downstream.data.nodes.length <= 2;
  if (isAlone) {
    return (
      <Card>
        <EmptyState
          title="No lineage recorded"
          description="Name its inputs when you record its manufacture (metadata field inputs), or import EPCIS transformation or aggregation events."
        />
      </Card>
    );
  }
  const selection = linkSelection(history, search.step, onSelect);
  const { step } = selection;
  const leadsOn = shown.nodes.some((node) => node.more) && depth < LINEAGE_DEPTH_MAX;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Direction"
          value={search.direction ?? 'both'}
          onValueChange={(value) => onChange({ direction: value === 'both' ? undefined : value }, true)}
          options={directions}
        />
        <Link to="/assets/$assetId/recall" params={{ assetId }} className={`${linkClass} ml-auto text-13`}>
          Recall report
        </Link>
        {leadsOn ? <Button onClick={() => onChange({ depth: depth + 1 }, true)}>Follow one step further</Button> : null}
      </div>
      {step && !shown.edges.some((edge) => selection.stateOf(edge) === 'selected') ? (
        <Banner>
          The selected step, {titleOf(step.action)}, changed no link. Links that were recorded after it are faded.
        </Banner>
      ) : null}
      {shown.cut ? (
        <Banner kind="warning">
          More than {LINEAGE_NODES_MAX} assets. The nearest are shown. Open one of them to continue.
        </Banner>
      ) : null}
      {wide ? (
        <Suspense fallback={<Skeleton className="h-112 w-full rounded-12" />}>
          <LineageGraph
            assetId={assetId}
            lineage={shown}
            selection={selection}
            onOpen={(id) =>
              void navigate({ to: '/assets/$assetId', params: { assetId: id }, search: { tab: 'lineage' } })
            }
          />
        </Suspense>
      ) : null}
      {search.direction === 'downstream' ? null : (
        <Card title="Made from" flush>
          <LineageList
            label="Made from"
            empty="No recorded inputs."
            direction="upstream"
            lineage={upstream.data}
            selection={selection}
          />
        </Card>
      )}
      {search.direction === 'upstream' ? null : (
        <Card title="Went into" flush>
          <LineageList
            label="Went into"
            empty="Not recorded as an input of anything."
            direction="downstream"
            lineage={downstream.data}
            selection={selection}
          />
        </Card>
      )}
    </div>
  );
}

function LineageSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <Skeleton className="h-control w-64" />
      <Skeleton className="h-112 w-full rounded-12" />
    </div>
  );
}

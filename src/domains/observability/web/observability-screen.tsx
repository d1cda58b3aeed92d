import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Activity, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ObservabilityStatus } from '#domains/observability/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { DemoPanel } from './demo/demo-panel.tsx';
import { useDemo } from './demo/use-demo.ts';
import type { ObservabilitySearch } from './observability-search.ts';
import { Overview } from './overview/overview.tsx';
import { StatusStats } from './overview/status-stats.tsx';
import { statusQuery } from './queries.ts';
import { RouteFigures } from './route-figures.tsx';
import { SetupNotes } from './setup-notes.tsx';
import { TraceSheet } from './traces/trace-sheet.tsx';
import { TracesTab } from './traces/traces-tab.tsx';

/** The header of the observability page. */
export const observabilityHeading = {
  title: 'Observability',
};

/** The observability page: metrics first, then the traces behind them, then the configuration. */
export function ObservabilityScreen({ search }: { search: ObservabilitySearch }) {
  const navigate = useNavigate({ from: '/observability' });
  const change = (next: ObservabilitySearch) =>
    void navigate({ search: { ...search, ...next }, replace: true, resetScroll: false });
  const openTrace = (trace: string | undefined) => void navigate({ search: { ...search, trace }, resetScroll: false });
  const { data: status, error, refetch, isFetching } = useQuery(statusQuery);
  const demo = useDemo();
  if (error && !status)
    return (
      <div className="page-width">
        <Header />
        <ErrorState
          title="Couldn't load the status"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  return (
    <div className="page-width">
      <Header status={status}>
        <Button
          variant="primary"
          icon={<Play aria-hidden="true" size={14} />}
          busy={demo.isPending && 'Running…'}
          onClick={demo.run}
        >
          Run Phoenix Demo
        </Button>
      </Header>
      <div className="flex flex-col gap-5">
        {error ? <Banner kind="warning">Couldn't refresh the status. Showing older data.</Banner> : null}
        <StatusStats status={status} />
        <DemoPanel demo={demo} onOpenTrace={openTrace} />
        <Tabs
          label="Observability"
          value={search.tab ?? 'overview'}
          onValueChange={(tab) => change({ tab: tab === 'overview' ? undefined : (tab as ObservabilitySearch['tab']) })}
          tabs={[
            { value: 'overview', label: 'Overview', content: <Overview status={status} /> },
            {
              value: 'traces',
              label: 'Traces',
              content: <TracesTab filter={search} onFilter={change} onOpen={openTrace} open={search.trace} />,
            },
            { value: 'routes', label: 'Latency and errors', content: <RouteFigures status={status} /> },
            { value: 'setup', label: 'Setup', content: <SetupNotes status={status} /> },
          ]}
        />
      </div>
      <TraceSheet traceId={search.trace} onClose={() => openTrace(undefined)} />
    </div>
  );
}

function Header({ status, children }: { status?: ObservabilityStatus | undefined; children?: ReactNode }) {
  return (
    <>
      <title>Observability · Cairn</title>
      <PageHeader
        {...observabilityHeading}
        subtitle={
          <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 pt-1">
            <PlatformBadge status={status} />
            {status ? (
              <span className="text-13">
                Last updated <Time at={status.timestamp} />
              </span>
            ) : null}
          </span>
        }
        actions={children}
      />
    </>
  );
}

/** The credit badge, with whether Phoenix is set up. */
function PlatformBadge({ status }: { status: ObservabilityStatus | undefined }) {
  const connected = status?.integrationStatus.includes('phoenix') ?? false;
  return (
    <>
      <Badge tone={connected ? 'teal' : 'grey'} icon={<Activity aria-hidden="true" size={12} />}>
        powered by an AI observability platform
      </Badge>
      {status ? <span className="text-13">{connected ? 'Phoenix is set up' : 'Phoenix is not set up'}</span> : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { BlockLink, linkClass, verdictQuery } from '#domains/ledger/web/index.ts';
import { ChainHealth } from '#domains/observability/web/index.ts';
import type { User } from '#domains/participants/contract.ts';
import { AssetsByStatus, Attention, periodStatsQuery, RecentActivity } from '#domains/trace/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { Arrangement, PanelName } from './arrangement.ts';
import { AssistantCard } from './assistant-card.tsx';
import type { PanelWithFigures } from './panel-csv.ts';
import { panelTitles } from './panel-titles.ts';
import type { Period } from './period.ts';

const FirstAction = lazy(() => import('./first-action.tsx'));

export type DashboardPanelsProps = {
  arrangement: Arrangement;
  period: Period;
  user: User | null;
  opensEvents: boolean;
  live: boolean;
};

/** So many narrow panels beside the wide one: the last takes what is left of its height. */
const rows = [
  '',
  'lg:grid-rows-[1fr]',
  'lg:grid-rows-[auto_1fr]',
  'lg:grid-rows-[auto_auto_1fr]',
  'lg:grid-rows-[auto_auto_auto_1fr]',
];

/** The panels in the order of this device: the activity wide, the others beside it. */
export function DashboardPanels({ arrangement, ...viewer }: DashboardPanelsProps) {
  const panels = arrangement.order.filter((panel) => !arrangement.hidden.includes(panel));
  const narrow = panels.filter((panel) => panel !== 'activity').length;
  const beside = narrow > 0 && panels.includes('activity');
  return (
    <div
      className={classNames(
        'mt-4 grid items-start gap-4',
        beside ? `lg:grid-cols-[minmax(0,1fr)_24rem] ${rows[narrow] ?? ''}` : narrow > 0 && 'lg:grid-cols-3',
      )}
    >
      {panels.map((panel) => (
        <Panel key={panel} panel={panel} className={beside ? placeOf(panel) : ''} {...viewer} />
      ))}
    </div>
  );
}

const placeOf = (panel: PanelName) => (panel === 'activity' ? 'lg:col-start-1 lg:row-span-full' : 'lg:col-start-2');

type PanelProps = Omit<DashboardPanelsProps, 'arrangement'> & { panel: PanelName; className: string };

function Panel({ panel, className, period, user, opensEvents, live }: PanelProps) {
  const contents: Record<PanelName, () => ReactNode> = {
    activity: () => (
      <RecentActivity
        live={live}
        emptyAction={
          <Suspense>
            <FirstAction user={user} />
          </Suspense>
        }
      />
    ),
    health: () => <Health />,
    attention: () => <Attention live={live} />,
    status: () => <AssetsByStatus period={period} />,
    assistant: () => <AssistantCard />,
  };
  const save = (figures: PanelWithFigures) => void import('./panel-csv.ts').then(({ savePanel }) => savePanel(figures));
  return (
    <Card
      title={panelTitles[panel]}
      flush={panel === 'activity'}
      className={className}
      action={
        <span className="-my-1.5 flex items-center gap-2">
          {panel === 'attention' ? <AllAnomalies period={period} opensEvents={opensEvents} /> : null}
          {panel === 'assistant' ? null : (
            <IconButton label={`Save ${panelTitles[panel]} as CSV`} size="small" onClick={() => save(panel)}>
              <Download aria-hidden="true" size={14} />
            </IconButton>
          )}
        </span>
      }
    >
      {contents[panel]()}
    </Card>
  );
}

function Health() {
  const { data: verdict } = useQuery(verdictQuery);
  return (
    <ChainHealth
      broken={
        verdict?.blockIndex === undefined ? null : (
          <>
            {verdict.error}{' '}
            <BlockLink index={verdict.blockIndex} words={`Show block ${formatCount(verdict.blockIndex)}`} />
          </>
        )
      }
    />
  );
}

/** The kept figure, and the rows behind it for those who can open them. */
function AllAnomalies({ period, opensEvents }: { period: Period; opensEvents: boolean }) {
  const { data } = useQuery({ ...periodStatsQuery(period), enabled: false });
  if (data === undefined || data.openAnomalies === 0) return null;
  return (
    <span className="tabular text-13 text-muted">
      {opensEvents ? (
        <Link to="/events" search={{ anomalous: 'true' }} className={linkClass}>
          All {formatCount(data.openAnomalies)}
        </Link>
      ) : (
        `${formatCount(data.openAnomalies)} in all`
      )}
    </span>
  );
}

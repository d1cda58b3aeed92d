import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass, useHead, VerdictBanner, verdictQuery } from '#domains/ledger/web/index.ts';
import { ChainHealth } from '#domains/observability/web/index.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { Attention, RecentActivity, statsQuery } from '#domains/trace/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DashboardStats } from './dashboard-stats.tsx';
import { Welcome } from './welcome.tsx';

/** One glance: four figures, what happens, whether the chain holds, and what needs a look. */
export function Dashboard() {
  const { user, loading } = useSession();
  const { data: stats } = useQuery(statsQuery);
  const { data: verdict } = useQuery(verdictQuery);
  return (
    <div className="page-width pt-6">
      <title>Dashboard · Cairn</title>
      {user === null && !loading ? <Welcome /> : <h1 className="sr-only">Dashboard</h1>}
      <VerdictBanner />
      <DashboardStats />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="Recent Activity" flush action={<LiveMark />}>
          <RecentActivity />
        </Card>
        <div className="grid gap-5">
          <Card title="Chain Health">
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
          </Card>
          <Card
            title="Needs attention"
            action={
              stats && stats.openAnomalies > 0 ? (
                <span className="tabular text-13 text-muted">
                  {user && ['manufacturer', 'shipper', 'retailer'].includes(user.role) ? (
                    <Link to="/events" search={{ anomalous: 'true' }} className={linkClass}>
                      All {formatCount(stats.openAnomalies)}
                    </Link>
                  ) : (
                    `${formatCount(stats.openAnomalies)} in all`
                  )}
                </span>
              ) : null
            }
          >
            <Attention />
          </Card>
        </div>
      </div>
    </div>
  );
}

function LiveMark() {
  const { state } = useHead();
  const live = state === 'live';
  return (
    <span data-tone={live ? 'green' : 'grey'} className="flex items-center gap-1.5 text-12 text-muted">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-tone-solid" />
      {live ? 'Live' : state === 'connecting' ? 'Connecting' : 'Paused'}
    </span>
  );
}

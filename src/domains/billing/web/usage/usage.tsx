import { useQuery } from '@tanstack/react-query';
import type { readUsage } from '#domains/billing/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { LevelChart } from '#platform/web/ui/chart/level-chart.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { SubscriptionTabProps } from '../billing-search.ts';
import { usageQuery } from '../queries.ts';

type UsageAnswer = ResponseIn<typeof readUsage>;

/** The usage of the account against its declared counts and the limits of its plan, now and over time. */
export function Usage({ search, onChange }: SubscriptionTabProps) {
  const days = search.days ?? 30;
  const { data, error, isFetching, refetch } = useQuery(usageQuery(days));
  if (error && !data)
    return (
      <ErrorState title="Couldn't load your usage" error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  const above = data === undefined ? undefined : aboveDeclared(data);
  return (
    <div className="flex flex-col gap-5">
      {above === undefined ? null : (
        <Banner
          kind="warning"
          action={
            <Button size="small" onClick={() => onChange({ tab: 'current' })}>
              Change Your Plan
            </Button>
          }
        >
          You use {above} more than you declared. Invoices charge the declared counts, so please update them.
        </Banner>
      )}
      <StatRow label="Usage now">
        <Stat
          label="Users"
          value={data && formatCount(data.users)}
          detail={data && limitsOf(data.declaredUsers, data.maxUsers)}
        />
        <Stat
          label="Assets"
          value={data && formatCount(data.assets)}
          detail={data && limitsOf(data.declaredAssets, data.maxAssets)}
        />
      </StatRow>
      {data === undefined || data.limited || data.maxUsers === null ? null : (
        <p className="-mt-2 text-13 text-muted">This server shows the limits of plans, but does not enforce them.</p>
      )}
      <SegmentedControl
        label="Days shown"
        value={String(days)}
        onValueChange={(next) => onChange({ days: next === '90' ? 90 : undefined })}
        options={[
          { value: '30', label: '30 Days' },
          { value: '90', label: '90 Days' },
        ]}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <Chart title="Users over time" unit="user" data={data} part="users" limit={data?.maxUsers ?? null} />
        <Chart title="Assets over time" unit="asset" data={data} part="assets" limit={data?.maxAssets ?? null} />
      </div>
    </div>
  );
}

type ChartProps = {
  title: string;
  unit: string;
  data: UsageAnswer | undefined;
  part: 'users' | 'assets';
  limit: number | null;
};

const Chart = ({ title, unit, data, part, limit }: ChartProps) => (
  <Card title={title}>
    {data === undefined ? (
      <Skeleton className="h-39" />
    ) : data.days.length === 0 ? (
      <p className="flex h-39 items-center justify-center text-center text-muted">
        No complete day yet. Usage is counted once a day.
      </p>
    ) : (
      <LevelChart
        label={title}
        unit={unit}
        limit={limit}
        levels={data.days.map((one) => ({ day: one.day, value: one[part] }))}
      />
    )}
  </Card>
);

function limitsOf(declared: number | null, max: number | null): string {
  const named = declared === null ? '' : `${formatCount(declared)} declared`;
  const allowed = max === null ? '' : `${formatCount(max)} allowed`;
  return [named, allowed].filter(Boolean).join(', ') || 'Without a limit';
}

/** Describes the usage above the declared counts; undefined if there is none. */
function aboveDeclared({ users, assets, declaredUsers, declaredAssets }: UsageAnswer): string | undefined {
  const parts = [
    declaredUsers !== null && users > declaredUsers ? formatCounted(users - declaredUsers, 'user') : '',
    declaredAssets !== null && assets > declaredAssets ? formatCounted(assets - declaredAssets, 'asset') : '',
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

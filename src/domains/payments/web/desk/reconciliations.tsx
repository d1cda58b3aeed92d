import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Finding, listReconciliations } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { reconciliationsQuery } from './queries.ts';

type Day = ResponseIn<typeof listReconciliations>['reconciliations'][number];

const findingNames: Readonly<Record<Finding['kind'], string>> = {
  missing: 'Not at the provider',
  unknown: 'Not in the books',
  different: 'Different amounts',
};

/** What differed between the books and the card provider, day by day. */
export function Reconciliations() {
  const { data, error, refetch } = useQuery(reconciliationsQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the comparison" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  if (data.reconciliations.length === 0)
    return (
      <EmptyState
        title="No day has been compared yet"
        description="Every night the card payments of the previous day (UTC) are compared with the provider's list."
      />
    );
  return (
    <Card
      title="Card payments by day"
      description="The books compared with the provider's own list, newest day first. Days are in UTC."
    >
      <ul className="divide-y divide-line">
        {data.reconciliations.map((one) => (
          <DayRow key={`${one.day} ${one.provider}`} one={one} />
        ))}
      </ul>
    </Card>
  );
}

function DayRow({ one: { day, provider, createdAt, compared, findings } }: { one: Day }) {
  const agrees = findings.length === 0;
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <span className="tabular font-medium">{formatCalendarDay(day)}</span>
          <span className="text-13 text-muted">
            {' '}
            {provider === 'test' ? 'TEST provider' : 'Stripe'} · {formatCounted(compared, 'payment')} · compared{' '}
            <Time at={createdAt} />
          </span>
        </span>
        <Badge tone={agrees ? 'green' : 'red'}>
          {agrees ? 'Agrees' : formatCounted(findings.length, 'difference')}
        </Badge>
      </div>
      {agrees ? null : (
        <ul aria-label={`Differences of ${formatCalendarDay(day)}`} className="mt-2 flex flex-col gap-2">
          {findings.map((finding) => (
            <li key={`${finding.paymentId} ${finding.intentId}`} className="text-13">
              <span className="font-medium">{findingNames[finding.kind]}</span>: {formatCents(finding.ours)} in the
              books, {formatCents(finding.theirs)} at the provider.{' '}
              <span className="wrap-anywhere text-muted">
                {finding.paymentId === null ? null : (
                  <Link to="/detroit/pay" search={{ payment: finding.paymentId }} className="link font-mono text-12">
                    {finding.paymentId}
                  </Link>
                )}{' '}
                {finding.intentId === null ? null : <code className="text-12">{finding.intentId}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

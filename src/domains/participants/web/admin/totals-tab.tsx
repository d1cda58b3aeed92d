import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { roleTitle } from '../roles.ts';
import { totalsQuery } from './queries.ts';

/** The numbers of accounts and sessions, without personal data. */
export function TotalsTab() {
  const { data, error, refetch } = useQuery(totalsQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the totals" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-56 w-full rounded-12" />;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Card title="Accounts">
        <KeyValueList
          items={[
            { label: 'In total', value: formatCount(data.accounts) },
            { label: 'Active', value: formatCount(data.active) },
            { label: 'With a password', value: formatCount(data.signIns) },
            { label: 'Administrators', value: formatCount(data.administrators) },
            { label: 'Auditors', value: formatCount(data.auditors) },
            { label: 'Open sessions', value: formatCount(data.sessions) },
          ]}
        />
      </Card>
      <Card title="Accounts by role">
        <KeyValueList
          items={data.roles.map(({ role, accounts }) => ({
            label: roleTitle(role),
            value: formatCount(accounts),
          }))}
        />
      </Card>
    </div>
  );
}

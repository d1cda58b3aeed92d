import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#domains/participants/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { SoftBreaks } from '#platform/web/ui/value/soft-breaks.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { linkClass } from '../link-class.ts';
import { AccessForm } from './access-form.tsx';
import { AccountIdentifiers } from './account-identifiers.tsx';
import { AccountRescue } from './account-rescue.tsx';
import { accountQuery } from './queries.ts';

/** Details of one account, with actions for administrators. */
export function AccountSheet({
  id,
  viewer,
  mayChange,
  onClose,
}: {
  id: string;
  viewer: User;
  mayChange: boolean;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(accountQuery(id));
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={data?.username ?? 'Account'}>
      {error && !data ? (
        <ErrorState title="Couldn't load the account" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div aria-busy="true">
          <SkeletonText lines={8} />
        </div>
      ) : (
        <div className="flex flex-col gap-6">
          <KeyValueList
            items={[
              { label: 'Id', value: <IdChip id={data.id} label="account id" /> },
              ...(data.displayName ? [{ label: 'Display name', value: data.displayName }] : []),
              ...(data.email ? [{ label: 'Email', value: <SoftBreaks text={data.email} /> }] : []),
              {
                label: 'Signs in',
                value: data.signsIn ? 'With a password' : `Managed by ${data.managedBy ?? 'no account'}`,
              },
              { label: 'Two-step sign-in', value: data.secondFactor ? 'On' : 'Off' },
              { label: 'Passkeys', value: formatCount(data.passkeys) },
              { label: 'Sessions', value: formatCount(data.sessions) },
              { label: 'Last seen', value: <Time at={data.lastSeenAt} unknown="Never" /> },
              { label: 'Joined', value: <Time at={data.createdAt} unknown="Unknown" /> },
              {
                label: 'Log',
                value: (
                  <Link to="/admin" search={{ tab: 'log', who: data.username }} className={linkClass}>
                    View its log entries
                  </Link>
                ),
              },
            ]}
          />
          <AccessForm account={data} isOwn={viewer.id === data.id} mayChange={mayChange} />
          {data.identifiers.length > 0 ? <AccountIdentifiers account={data} mayChange={mayChange} /> : null}
          {mayChange ? <AccountRescue account={data} /> : null}
        </div>
      )}
    </Sheet>
  );
}

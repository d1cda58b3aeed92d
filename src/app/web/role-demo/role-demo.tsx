import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isParticipantRole, participantRoles } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { type Tab, Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { AccountList } from './account-list.tsx';
import { demoAccountsQuery } from './queries.ts';
import type { RoleDemoSearch } from './role-demo-search.ts';
import { RoleOverview } from './role-overview.tsx';
import { RolePanel } from './role-panel.tsx';
import { SignInPrompt } from './sign-in-prompt.tsx';

/** What each role may do, drawn from the table that the server decides by; and, in demo mode, accounts to try it with. */
export function RoleDemo({ search }: { search: RoleDemoSearch }) {
  const navigate = useNavigate();
  const { loading, user } = useSession();
  const { data, error, refetch, isFetching } = useQuery(demoAccountsQuery);
  const accounts = data?.accounts ?? [];
  const select = (tab: string) =>
    void navigate({
      to: '/role-demo',
      search: isParticipantRole(tab) ? { tab } : {},
      replace: true,
      resetScroll: false,
    });
  const tabs: readonly Tab[] = [
    { value: 'overview', label: 'Overview', content: <RoleOverview /> },
    ...participantRoles.map((role) => ({
      value: role,
      label: `${role[0]?.toUpperCase()}${role.slice(1)}`,
      content: <RolePanel role={role} user={user} />,
    })),
  ];
  const tab = search.tab ?? 'overview';
  const ofTab = accounts.filter(({ role }) => tab === 'overview' || role === tab);
  return (
    <div className="page-width">
      <title>Role Demo · Cairn</title>
      <PageHeader title="Role Demo" subtitle="Four roles share one ledger. See what each may do, and try it." />
      {user === null && !loading ? <SignInPrompt demo={data?.demo ?? false} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <Tabs label="Roles" value={tab} onValueChange={select} tabs={tabs} />
        <aside aria-label="Accounts" className={user === null ? 'max-lg:order-first lg:pt-14' : 'lg:pt-14'}>
          {error ? (
            <ErrorState
              title="The demo accounts could not be loaded"
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : data === undefined ? (
            <div aria-busy="true">
              <Skeleton className="h-dvh rounded-12 lg:h-124" />
            </div>
          ) : data.demo ? (
            <AccountList accounts={ofTab} user={user} />
          ) : (
            <p className="rounded-12 border border-line bg-sunken p-5 text-muted">
              This server is not a demonstration, so it has no accounts to try. Create one of your own.
            </p>
          )}
        </aside>
      </div>
    </div>
  );
}

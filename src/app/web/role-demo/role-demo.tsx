import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  isParticipantRole,
  type ParticipantRole,
  participantRoles,
  type User,
} from '#domains/participants/contract.ts';
import { askToSignIn, HolderBadge, useSession } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { type Tab, Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { AccountList } from './account-list.tsx';
import { CheckList } from './check-list.tsx';
import { CheckMatrix } from './check-matrix.tsx';
import { matrixColumns, matrixRows } from './permission-matrix.ts';
import { demoAccountsQuery } from './queries.ts';
import type { RoleDemoSearch } from './role-demo-search.ts';
import { TaskList } from './task-list.tsx';

/** Shows what each role may do, from the server's own permission table, and in demo mode accounts to try it with. */
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
      <PageHeader title="Role Demo" subtitle="Four roles share one ledger. See what each one can do, and try it." />
      {user === null && !loading ? <SignInPrompt demo={data?.demo ?? false} /> : null}
      {data === undefined && error === null ? (
        // Shown before the accounts are known, so that the page has one layout at each width until all of its parts are
        // loaded.
        <div aria-busy="true">
          <Skeleton className="h-dvh rounded-12" />
        </div>
      ) : (
        <div className="flex flex-col gap-6">
          <aside aria-label="Accounts">
            {data === undefined ? (
              <ErrorState
                title="The demo accounts could not be loaded"
                error={error}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            ) : data.demo ? (
              <AccountList accounts={ofTab} user={user} />
            ) : (
              <p className="rounded-12 border border-line bg-sunken p-5 text-muted">
                This server does not run in demo mode, so there are no accounts to try. Create your own.
              </p>
            )}
          </aside>
          <Tabs label="Roles" value={tab} onValueChange={select} tabs={tabs} />
        </div>
      )}
    </div>
  );
}

/** Shows the permissions of all roles. */
function RoleOverview() {
  return (
    <div className="flex flex-col gap-4">
      <CheckMatrix
        caption="Permissions by role"
        rowsAre="Capability"
        columns={matrixColumns.map((column) => ({
          key: column,
          heading: <HolderBadge holder={column} />,
        }))}
        rows={matrixRows()}
      />
      <p className="text-muted">
        The server enforces this same table. Auditor and administrator are marks that an account has in addition to its
        role. Only an administrator gives them.
      </p>
    </div>
  );
}

const descriptions: Readonly<Record<ParticipantRole, string>> = {
  manufacturer: 'Creates assets and tracks manufacturing.',
  shipper: 'Updates shipping and logistics.',
  retailer: 'Confirms deliveries and final sale.',
  other: 'Has audit, validation and admin tools.',
};

/** Describes one role: its purpose, its permissions, and tasks to try. */
function RolePanel({ role, user }: { role: ParticipantRole; user: User | null }) {
  const at = matrixColumns.indexOf(role);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-16">{descriptions[role]}</p>
      <TaskList role={role} user={user} />
      <Card title="What this role can do">
        <CheckList items={matrixRows().map(({ label, holds }) => ({ label, holds: holds[at] ?? false }))} />
      </Card>
    </div>
  );
}

/** Explains to visitors what signing in adds here. */
function SignInPrompt({ demo }: { demo: boolean }) {
  return (
    <div className="mb-6 [.signed-in_&]:hidden">
      <Banner
        action={
          <Button size="small" onClick={() => askToSignIn()}>
            Sign In
          </Button>
        }
      >
        {demo ? 'Sign in with a demo account or your own to try a role.' : 'Sign in to see tasks for your role.'}
      </Banner>
    </div>
  );
}

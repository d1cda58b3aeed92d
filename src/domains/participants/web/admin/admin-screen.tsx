import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { canAdminister, canReadAdministration, holds, type User } from '#domains/participants/contract.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { Guard } from '../guard.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { type AdminSearch, adminTabs, changed } from './admin-search.ts';
import { LogTab } from './log-tab.tsx';

/** Shows accounts, the log of changes to them, and the background jobs that other domains pass in. */
export function AdminScreen({ search, jobs }: { search: AdminSearch; jobs: ReactNode }) {
  return (
    <Guard capability={canReadAdministration}>
      {(viewer) => <Administration viewer={viewer} search={search} jobs={jobs} />}
    </Guard>
  );
}

function Administration({ viewer, search, jobs }: { viewer: User; search: AdminSearch; jobs: ReactNode }) {
  const navigate = useNavigate({ from: '/admin' });
  const change = (next: Partial<AdminSearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const mayChange = holds(viewer, canAdminister);
  const tab = search.tab ?? 'accounts';
  return (
    <div className="page-width">
      <title>Administration · Cairn</title>
      <PageHeader title="Administration" subtitle="Accounts, the log of changes, and background jobs" />
      {mayChange ? null : (
        <div className="mb-5">
          <Banner>You have read-only access. Only administrators can make changes.</Banner>
        </div>
      )}
      <Tabs
        label="Administration sections"
        value={tab}
        onValueChange={(value) => {
          const next = adminTabs.find((one) => one === value);
          void navigate({ search: { tab: next === 'accounts' ? undefined : next }, replace: true, resetScroll: false });
        }}
        tabs={[
          {
            value: 'accounts',
            label: 'Accounts',
            content: <AccountsTab viewer={viewer} mayChange={mayChange} search={search} onChange={change} />,
          },
          { value: 'log', label: 'Log', content: <LogTab search={search} onChange={change} /> },
          { value: 'jobs', label: 'Background jobs', content: jobs },
        ]}
      />
    </div>
  );
}

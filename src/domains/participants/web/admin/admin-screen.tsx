import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  canAdminister,
  canOpenAdministration,
  canReadAdministration,
  holds,
  type User,
} from '#domains/participants/contract.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { Guard } from '../guard.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { type AdminSearch, adminTabs, changed } from './admin-search.ts';
import { LogTab } from './log-tab.tsx';
import { TotalsTab } from './totals-tab.tsx';

const adminHeading = { title: 'Administration' };

/**
 * Shows accounts, the log of changes to them, totals, and the background jobs that other domains pass in. Without the
 * right to read accounts, it shows totals and jobs.
 */
export function AdminScreen({ search, jobs }: { search: AdminSearch; jobs: ReactNode }) {
  return (
    <Guard capability={canOpenAdministration} heading={adminHeading}>
      {(viewer) => <Administration viewer={viewer} search={search} jobs={jobs} />}
    </Guard>
  );
}

function Administration({ viewer, search, jobs }: { viewer: User; search: AdminSearch; jobs: ReactNode }) {
  const navigate = useNavigate({ from: '/admin' });
  const change = (next: Partial<AdminSearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const mayChange = holds(viewer, canAdminister);
  const mayRead = holds(viewer, canReadAdministration);
  const start = mayRead ? 'accounts' : 'totals';
  const chosen = search.tab ?? start;
  const tab = mayRead || chosen === 'jobs' ? chosen : start;
  return (
    <div className="page-width">
      <title>Administration · Cairn</title>
      <PageHeader
        {...adminHeading}
        subtitle={mayRead ? 'Accounts, the log of changes, and background jobs' : 'Totals and background jobs'}
      />
      {mayChange ? null : (
        <div className="mb-5">
          <Banner>
            {mayRead
              ? 'You have read-only access. Only administrators can make changes.'
              : 'You see totals and your own validations. To read accounts and the log, ask an administrator to make you an auditor.'}
          </Banner>
        </div>
      )}
      <Tabs
        label="Administration sections"
        value={tab}
        onValueChange={(value) => {
          const next = adminTabs.find((one) => one === value);
          void navigate({ search: { tab: next === start ? undefined : next }, replace: true, resetScroll: false });
        }}
        tabs={[
          ...(mayRead
            ? [
                {
                  value: 'accounts',
                  label: 'Accounts',
                  content: <AccountsTab viewer={viewer} mayChange={mayChange} search={search} onChange={change} />,
                },
                { value: 'log', label: 'Log', content: <LogTab search={search} onChange={change} /> },
              ]
            : []),
          { value: 'totals', label: 'Totals', content: <TotalsTab /> },
          { value: 'jobs', label: 'Background jobs', content: jobs },
        ]}
      />
    </div>
  );
}

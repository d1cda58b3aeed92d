import { createFileRoute } from '@tanstack/react-router';
import { JobsTab } from '#domains/ledger/web/index.ts';
import { AdminScreen, AdminSearch } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/admin')({
  validateSearch: AdminSearch,
  component: () => <AdminScreen search={Route.useSearch()} jobs={<JobsTab />} />,
});

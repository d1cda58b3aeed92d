import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen, AuditSearch } from '#domains/audit/web/index.ts';
import { permissions } from '#domains/participants/contract.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/audit')({ validateSearch: AuditSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return <Guard roles={permissions['read audit trail']}>{() => <AuditScreen search={search} />}</Guard>;
}

import { createFileRoute } from '@tanstack/react-router';
import { ObservabilityScreen, ObservabilitySearch } from '#domains/observability/web/index.ts';
import { permissions } from '#domains/participants/contract.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/observability')({ validateSearch: ObservabilitySearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return <Guard roles={permissions['read observability']}>{() => <ObservabilityScreen search={search} />}</Guard>;
}

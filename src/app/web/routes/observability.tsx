import { createFileRoute } from '@tanstack/react-router';
import { canReadObservability } from '#domains/observability/contract.ts';
import { ObservabilityScreen, ObservabilitySearch, observabilityHeading } from '#domains/observability/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/observability')({ validateSearch: ObservabilitySearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return (
    <Guard capability={canReadObservability} heading={observabilityHeading}>
      {() => <ObservabilityScreen search={search} />}
    </Guard>
  );
}

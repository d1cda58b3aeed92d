import { createFileRoute } from '@tanstack/react-router';
import { Guard } from '#domains/participants/web/index.ts';
import { canRunRegistry } from '#domains/registry/contract/capabilities.ts';
import { CityDesk, CitySearch, cityHeading } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/city')({ validateSearch: CitySearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return (
    <Guard capability={canRunRegistry} heading={cityHeading}>
      {() => <CityDesk search={search} />}
    </Guard>
  );
}

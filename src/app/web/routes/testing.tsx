import { createFileRoute } from '@tanstack/react-router';
import { canTestApi } from '#domains/developers/contract.ts';
import { ApiTesting, TestingSearch, testingHeading } from '#domains/developers/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/testing')({ validateSearch: TestingSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return (
    <Guard capability={canTestApi} heading={testingHeading}>
      {(user) => <ApiTesting user={user} search={search} />}
    </Guard>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { ApiTesting, TestingSearch } from '#domains/developers/web/index.ts';
import { permissions } from '#domains/participants/contract.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/testing')({ validateSearch: TestingSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return <Guard roles={permissions['test api']}>{(user) => <ApiTesting user={user} search={search} />}</Guard>;
}

import { createFileRoute } from '@tanstack/react-router';
import { StatementsScreen, StatementsSearch } from '#domains/payments/web/index.ts';

export const Route = createFileRoute('/payments/statements')({
  validateSearch: StatementsSearch,
  component: () => <StatementsScreen search={Route.useSearch()} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { ApiReference, ReferenceSearch } from '#domains/developers/web/index.ts';

export const Route = createFileRoute('/api-docs')({
  validateSearch: ReferenceSearch,
  component: () => <ApiReference search={Route.useSearch()} />,
});

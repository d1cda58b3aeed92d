import { createFileRoute } from '@tanstack/react-router';
import { RegistryScreen, RegistrySearch } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/')({
  validateSearch: RegistrySearch,
  component: () => <RegistryScreen search={Route.useSearch()} />,
});

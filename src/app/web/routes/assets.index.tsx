import { createFileRoute } from '@tanstack/react-router';
import { AssetsScreen, AssetsSearch } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/assets/')({
  validateSearch: AssetsSearch,
  component: () => <AssetsScreen search={Route.useSearch()} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { AssetPage, AssetSearch } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/assets/$assetId')({ validateSearch: AssetSearch, component: Page });

function Page() {
  const { assetId } = Route.useParams();
  return <AssetPage key={assetId} assetId={assetId} search={Route.useSearch()} />;
}

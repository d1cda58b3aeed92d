import { createFileRoute } from '@tanstack/react-router';
import { AssetPage } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/assets/$assetId')({ component: Page });

function Page() {
  const { assetId } = Route.useParams();
  return <AssetPage key={assetId} assetId={assetId} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { RecallPage, RecallSearch } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/assets/$assetId_/recall')({ validateSearch: RecallSearch, component: Page });

function Page() {
  const { assetId } = Route.useParams();
  return <RecallPage key={assetId} assetId={assetId} search={Route.useSearch()} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { ExplorerSearch, LedgerExplorer } from '#domains/ledger/web/index.ts';
import { toneOf } from '#domains/trace/web/index.ts';
import { wordsOfAction } from '../domains.ts';

export const Route = createFileRoute('/blockchain')({
  validateSearch: ExplorerSearch,
  component: () => <LedgerExplorer search={Route.useSearch()} toneOf={toneOf} wordsOf={wordsOfAction} />,
});

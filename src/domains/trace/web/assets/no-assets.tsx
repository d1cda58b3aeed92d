import { useQuery } from '@tanstack/react-query';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { suggestionsQuery } from '../queries.ts';
import { type AssetsSearch, isFiltered } from './assets-search.ts';

export type NoAssetsProps = {
  search: AssetsSearch;
  onSearch: (change: Partial<AssetsSearch>) => void;
  onClear: () => void;
};

/** Nothing to list: because there is nothing, because the filters leave nothing, or because of a typing error. */
export function NoAssets({ search, onSearch, onClear }: NoAssetsProps) {
  const text = search.search ?? '';
  const { data } = useQuery({ ...suggestionsQuery(text, true), enabled: text !== '' });
  if (!isFiltered(search))
    return <EmptyState title="No assets found" description="An asset appears with its first event: manufactured." />;
  const similar = data?.similar ?? [];
  return (
    <EmptyState
      title="No assets found matching your search criteria"
      description={
        similar.length > 0
          ? `Nothing matches “${text}”. Did you mean:`
          : 'Look for part of a name, an asset ID or a place, or take a filter away.'
      }
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {similar.map((words) => (
            <Button key={words} variant="primary" onClick={() => onSearch({ search: words })}>
              {words}
            </Button>
          ))}
          <Button onClick={onClear}>Clear Filters</Button>
        </span>
      }
    />
  );
}

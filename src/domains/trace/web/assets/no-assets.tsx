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

/** The empty list: without any assets, without matches, or with suggestions for a typo. */
export function NoAssets({ search, onSearch, onClear }: NoAssetsProps) {
  const text = search.search ?? '';
  const { data } = useQuery({ ...suggestionsQuery(text, true), enabled: text !== '' });
  if (!isFiltered(search))
    return <EmptyState title="No assets found" description="An asset appears with its first event, manufactured." />;
  const similar = data?.similar ?? [];
  return (
    <EmptyState
      title="No assets found matching your search criteria"
      description={
        similar.length > 0
          ? `Nothing matches “${text}”. Did you mean:`
          : 'Search for part of a name, asset ID or location, or remove a filter.'
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

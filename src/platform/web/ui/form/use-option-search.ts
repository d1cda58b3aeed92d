import { useEffect, useState } from 'react';
import { useDebounced } from '../timing/use-debounced.ts';

export type Option = { readonly value: string; readonly label: string; readonly detail?: string };
export type OptionSearch = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
type Found = { state: 'searching' | 'found' | 'failed'; options: readonly Option[] };

/** Searches the server for `text` after the debounce delay. An older search never overwrites a newer one. */
export function useOptionSearch(search: OptionSearch, text: string, active: boolean): Found {
  const [found, setFound] = useState<Found>({ state: 'searching', options: [] });
  const settled = useDebounced(text);
  useEffect(() => {
    if (!active) return;
    const attempt = new AbortController();
    setFound((before) => ({ state: 'searching', options: before.options }));
    search(settled, attempt.signal).then(
      (options) => attempt.signal.aborted || setFound({ state: 'found', options }),
      () => attempt.signal.aborted || setFound({ state: 'failed', options: [] }),
    );
    return () => attempt.abort();
  }, [search, settled, active]);
  return found;
}

import { useEffect, useState } from 'react';
import { useDebounced } from '../timing/use-debounced.ts';

export type Option = { readonly value: string; readonly label: string; readonly detail?: string };
export type OptionSearch = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
type Found = { state: 'searching' | 'found' | 'failed'; options: readonly Option[]; text: string };

/**
 * Searches the server for `text` after the debounce delay. An older search never overwrites a newer one. The state is
 * that of `text`; during its search, the options are still those of the previous text.
 */
export function useOptionSearch(search: OptionSearch, text: string, active: boolean): Omit<Found, 'text'> {
  const [found, setFound] = useState<Found>({ state: 'searching', options: [], text });
  const settled = useDebounced(text);
  useEffect(() => {
    if (!active) return;
    const attempt = new AbortController();
    setFound((before) => ({ state: 'searching', options: before.options, text: settled }));
    search(settled, attempt.signal).then(
      (options) => attempt.signal.aborted || setFound({ state: 'found', options, text: settled }),
      () => attempt.signal.aborted || setFound({ state: 'failed', options: [], text: settled }),
    );
    return () => attempt.abort();
  }, [search, settled, active]);
  return { state: found.text === text ? found.state : 'searching', options: found.options };
}

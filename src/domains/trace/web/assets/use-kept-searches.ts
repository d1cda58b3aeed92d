import { useMemo, useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import type { AssetsSearch } from './assets-search.ts';
import { keptSearchesOf } from './kept-searches.ts';

/** Returns the recent and saved searches of the signed-in account, or of the guest. */
export function useKeptSearches() {
  const { user } = useSession();
  const store = useMemo(() => keptSearchesOf(user?.id ?? 'guest'), [user?.id]);
  const [changed, setChanged] = useState<{ of: typeof store; kept: ReturnType<typeof store.read> }>();
  const kept = useMemo(() => (changed?.of === store ? changed.kept : store.read()), [store, changed]);
  const set = (next: ReturnType<typeof store.read>) => setChanged({ of: store, kept: next });
  return {
    ...kept,
    remember: (text: string) => set(store.remember(text)),
    forget: () => set(store.forget()),
    save: (name: string, search: AssetsSearch) => set(store.save(name, search)),
    remove: (name: string) => set(store.remove(name)),
  };
}

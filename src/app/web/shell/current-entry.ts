import { useLocation } from '@tanstack/react-router';
import { useSession } from '#domains/participants/web/index.ts';
import type { NavigationEntry } from '#platform/web/domain.ts';

/** Returns the address of the entry that leads to the current page, or else to the nearest page above it. */
export function useCurrentEntry(entries: readonly NavigationEntry[]): string | undefined {
  const address = useLocation({ select: ({ pathname }) => pathname });
  const { user } = useSession();
  // For signed-in users the start page is the dashboard.
  const path = user && address === '/' ? '/dashboard' : address;
  return entries
    .map(({ to }): string => to)
    .filter((to) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Returns the attributes that mark a link to the current entry, also on the pages below it. The router marks other
 * links only on their own page, so that a page and its parent are not marked together.
 */
export const markedWhen = (current: boolean) => ({
  ...(current ? ({ 'aria-current': 'page' } as const) : {}),
  activeOptions: { exact: !current, includeSearch: false },
});

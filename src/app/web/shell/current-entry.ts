import { useLocation } from '@tanstack/react-router';
import type { NavigationEntry } from '#platform/web/domain.ts';

/** Returns the address of the entry that leads to the current page, or else to the nearest page above it. */
export function useCurrentEntry(entries: readonly NavigationEntry[]): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return entries
    .map(({ to }): string => to)
    .filter((to) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Returns when the router marks a link: one to the current entry also on the pages below it, any other only on its own page, so
 * that a page is not marked together with the one above it.
 */
export const markedWhen = (current: boolean) => ({ exact: !current, includeSearch: false });

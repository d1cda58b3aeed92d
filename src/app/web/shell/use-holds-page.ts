import { useLocation } from '@tanstack/react-router';
import type { NavigationEntry } from '#platform/web/domain.ts';

/** Reports whether one of the entries leads to the current page or to one above it, so that a menu of them is marked. */
export function useHoldsPage(entries: readonly NavigationEntry[]): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return entries.some(({ to }) => path === to || path.startsWith(`${to}/`));
}

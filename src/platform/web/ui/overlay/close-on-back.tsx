import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeNewestDialog } from './use-escape.ts';

/**
 * While it is rendered, Back closes the newest dialog instead of leaving the page and losing the input. A step of more
 * than one page leaves, and so does Back on the first page of this visit. Outside of a router it does nothing.
 */
export function CloseOnBack() {
  const router = useRouter({ warn: false }) as RegisteredRouter | null;
  useEffect(
    () =>
      router?.history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => {
          if (action !== 'BACK') return false;
          // The browser has left the page and is sent forward again. The URL change of closing has to wait for that.
          window.addEventListener('popstate', closeNewestDialog, { once: true });
          return true;
        },
      }),
    [router],
  );
  return null;
}

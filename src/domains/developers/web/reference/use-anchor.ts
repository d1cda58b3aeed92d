import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Follows the URL's fragment and tracks which operations are open. Arriving, also by back and forward, opens the
 * operation and scrolls to it. Opening one by hand updates the URL without scrolling.
 */
export function useAnchor(ready: boolean) {
  const anchor = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/api-docs' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(anchor === '' ? [] : [anchor]));
  const byHand = useRef<string>(undefined);

  // In a layout effect, so that nothing moves after the first paint.
  useLayoutEffect(() => {
    if (!ready || anchor === '') return;
    setOpened((before) => (before.has(anchor) ? before : new Set([...before, anchor])));
    if (byHand.current !== anchor) document.getElementById(anchor)?.scrollIntoView({ block: 'start' });
    byHand.current = undefined;
  }, [anchor, ready]);

  const toggle = useCallback(
    (id: string, open: boolean) => {
      setOpened((before) => new Set(open ? [...before, id] : [...before].filter((each) => each !== id)));
      if (!open) return;
      byHand.current = id;
      void navigate({ hash: id, search: (before) => before, resetScroll: false, hashScrollIntoView: false });
    },
    [navigate],
  );
  return { anchor, opened, toggle };
}

import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * What the part of the address behind `#` leads to, and which operations are open. An arrival, also by back and forward,
 * opens its operation and scrolls to it; opening one by hand makes it the address, and moves nothing.
 */
export function useAnchor(ready: boolean) {
  const anchor = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate({ from: '/api-docs' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(anchor === '' ? [] : [anchor]));
  const byHand = useRef<string>(undefined);

  // Before the reader sees the page, so that nothing moves under their eyes.
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

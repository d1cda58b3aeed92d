import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Tells screen readers which page has opened; sighted readers see it. Silent on the first page, which the browser announces. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [first] = useState(() => window.location.pathname);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (path !== undefined && (path !== first || said !== '')) setSaid(document.title);
  }, [path, first, said]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

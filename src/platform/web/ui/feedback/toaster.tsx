import { type ComponentType, useEffect, useState } from 'react';
import { useToasts } from './toast-store.ts';

/**
 * Rendered once at the root. The code that shows toasts loads with the first one. A toast often says that the connection is lost, and then
 * its code may not load either: the page stays, which says the same in its place, and the next toast loads it again.
 */
export function Toaster() {
  const toasts = useToasts();
  const [Region, setRegion] = useState<ComponentType>();
  const isWanted = toasts.length > 0 && Region === undefined;
  // Each toast makes a new list.
  useEffect(() => {
    if (!isWanted || toasts.length === 0) return;
    import('./toast-region.tsx').then(
      (loaded) => setRegion(() => loaded.default),
      () => undefined,
    );
  }, [isWanted, toasts]);
  return toasts.length === 0 || Region === undefined ? null : <Region />;
}

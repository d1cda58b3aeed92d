import { lazy, Suspense } from 'react';
import { useToasts } from './toast-store.ts';

// A toast often reports a lost connection, in which case its code may not load. The page stays and reports the same
// itself.
const ToastRegion = lazy(() => import('./toast-region.tsx').catch(() => ({ default: () => <></> })));

/** Rendered once at the root. The code that shows toasts loads with the first one. */
export function Toaster() {
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import { useToasts } from './toast-store.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

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

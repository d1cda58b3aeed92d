import { lazy, Suspense, useEffect } from 'react';
import { type Toast, useToasts } from './toast-store.ts';

const load = () => import('./toast-region.tsx');
// A toast often says that the connection is lost, and then its code may not load.
const ToastRegion = lazy(() => load().catch(() => ({ default: PlainToasts })));
const SOON_MILLISECONDS = 3000;

/** Rendered once at the root. The code that shows toasts loads with the first one, or soon after the page. */
export function Toaster() {
  const toasts = useToasts();
  useEffect(() => {
    const soon = setTimeout(() => void load().catch(() => undefined), SOON_MILLISECONDS);
    return () => clearTimeout(soon);
  }, []);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}

/** The texts of the toasts alone. */
function PlainToasts() {
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-50 rounded-8 border border-line bg-raised p-4 sm:left-auto"
    >
      {useToasts()
        .filter(({ open }) => open)
        .map(({ id, title, description }: Toast) => (
          <p key={id}>
            <strong>{title}</strong> {description}
          </p>
        ))}
    </div>
  );
}

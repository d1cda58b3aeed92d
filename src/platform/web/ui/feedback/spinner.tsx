import { LoaderCircle } from 'lucide-react';

/** A turning ring; silent to screen readers: whatever waits says so in words. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle aria-hidden="true" size={size} strokeWidth={2} className="animate-turn shrink-0" />;
}

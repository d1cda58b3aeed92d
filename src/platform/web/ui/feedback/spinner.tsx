import { LoaderCircle } from 'lucide-react';

/** A rotating ring, hidden from screen readers: the waiting component provides the words. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle aria-hidden="true" size={size} strokeWidth={2} className="animate-turn shrink-0" />;
}

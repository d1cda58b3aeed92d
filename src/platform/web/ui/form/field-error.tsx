import { CircleAlert } from 'lucide-react';
import { Prose } from '../value/prose.tsx';

/** The error of a field, and how to fix it. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} data-tone="red" role="alert" className="flex items-start gap-1.5 text-13 text-tone-ink">
    <CircleAlert aria-hidden="true" size={14} className="mt-[3px] shrink-0" />
    <span className="min-w-0">
      <Prose text={children} />
    </span>
  </p>
);

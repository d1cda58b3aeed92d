import type { ReactNode } from 'react';
import type { Tone } from '../tokens/tone.ts';

export type BadgeProps = {
  tone?: Tone;
  /** A 12 px icon. A dot replaces a missing one, so that color is never the only sign beside the word. */
  icon?: ReactNode;
  children: ReactNode;
};

/** A state or category in one word. */
export function Badge({ tone = 'grey', icon, children }: BadgeProps) {
  return (
    <span
      data-tone={tone}
      className="inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full border border-tone-line bg-tone-soft px-2 text-12 font-medium whitespace-nowrap text-tone-ink"
    >
      {icon ?? <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-tone-solid" />}
      <span className="truncate">{children}</span>
    </span>
  );
}

import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Prose } from '../value/prose.tsx';

const marks = {
  info: { icon: Info, tone: 'grey' },
  warning: { icon: TriangleAlert, tone: 'amber' },
  failure: { icon: CircleAlert, tone: 'red' },
} as const;

export type BannerProps = { kind?: keyof typeof marks; action?: ReactNode; children: ReactNode };

/** A notice at the top of a page, in which `words between backticks` are code. A failure is announced immediately. */
export function Banner({ kind = 'info', action, children }: BannerProps) {
  const { icon: Icon, tone } = marks[kind];
  return (
    <div
      data-tone={tone}
      role={kind === 'failure' ? 'alert' : 'status'}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-8 border border-tone-line bg-tone-soft px-4 py-3 text-tone-ink"
    >
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {/* Below this width the action is on its own line. */}
      <div className="min-w-0 grow basis-52">{typeof children === 'string' ? <Prose text={children} /> : children}</div>
      {action}
    </div>
  );
}

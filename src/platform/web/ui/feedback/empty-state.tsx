import type { ReactNode } from 'react';
import { StoneStack } from '../chart/stone-stack.tsx';

export type EmptyStateProps = {
  title: string;
  description?: ReactNode;
  /** The one action to offer. */
  action?: ReactNode;
};

const groundwork = [{ id: 1 }, { id: 2 }, { id: 3, awaited: true }];

/** Shows that a list is empty or has no match, with one next step. */
export function EmptyState({ title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <StoneStack stones={groundwork} rows={5} width={84} />
      <p className="mt-4 font-medium">{title}</p>
      {description ? <p className="mt-1 max-w-[46ch] text-pretty text-muted">{description}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

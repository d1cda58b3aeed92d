import type { ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';

export type CardProps = {
  title?: string;
  description?: ReactNode;
  /** A small action or link at the end of the title line. */
  action?: ReactNode;
  /** Removes the inner padding, for a list or table that extends to the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A surface for one topic, separated from the page by a hairline. With a title it is a named section. */
export function Card({ title, description, action, flush, className, children }: CardProps) {
  const Tag = title ? 'section' : 'div';
  return (
    <Tag
      {...(title ? { 'aria-label': title } : {})}
      className={classNames('min-w-0 rounded-12 border border-line bg-surface', flush && 'overflow-clip', className)}
    >
      {title ? (
        <header className={classNames('flex items-start gap-4 px-5 pt-4', flush ? 'pb-3' : 'pb-0')}>
          <div className="min-w-0 flex-1">
            <h2 className="text-14 font-semibold">{title}</h2>
            {description ? <p className="mt-0.5 text-13 text-muted">{description}</p> : null}
          </div>
          {action}
        </header>
      ) : null}
      <div className={flush ? '' : 'p-5'}>{children}</div>
    </Tag>
  );
}

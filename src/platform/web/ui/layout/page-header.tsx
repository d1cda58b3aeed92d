import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** A small picture before the title, such as an asset's cairn. */
  picture?: ReactNode;
  /** Actions, at most one of them primary and that one last. */
  actions?: ReactNode;
};

/** The title, subtitle and actions of a page. The title is the page's only h1. */
export function PageHeader({ title, subtitle, picture, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-8 pb-6">
      <div className="flex min-w-0 items-end gap-4">
        {picture}
        <div className="min-w-0">
          <h1 className="text-24 font-semibold wrap-anywhere">{title}</h1>
          {subtitle ? <p className="mt-1 max-w-[68ch] text-pretty text-muted">{subtitle}</p> : null}
        </div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}

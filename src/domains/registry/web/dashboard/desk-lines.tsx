import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkClass } from '#domains/ledger/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';

/** Lines that each link to the items they count. */
export const DeskLines = ({ children }: { children: ReactNode }) => (
  <ul className="-my-1.5 w-full divide-y divide-line empty:hidden">{children}</ul>
);

type Props = Pick<LinkProps, 'to' | 'search'> & {
  label: string;
  detail?: ReactNode;
  /** A number, or an amount as it is shown. Undefined while it loads. */
  value: number | string | undefined;
};

export const DeskLine = ({ label, detail, value, ...link }: Props) => (
  <li>
    <Link {...link} className="group flex min-h-9 items-center justify-between gap-4 rounded-6 py-1.5">
      <span className="min-w-0">
        <span className="block group-hover:underline">{label}</span>
        {detail ? <span className="block text-12 text-muted">{detail}</span> : null}
      </span>
      <span className={`${linkClass} tabular whitespace-nowrap`}>
        {value === undefined ? '…' : typeof value === 'number' ? formatCount(value) : value}
      </span>
    </Link>
  </li>
);

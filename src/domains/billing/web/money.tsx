import { formatCents } from '#platform/contract/money.ts';
import { centsOf } from '#platform/web/dollars.ts';

type Props = { readonly dollars: number } | { readonly cents: number };

/** An amount on one line, however narrow its column is. */
export const Money = (props: Props) => (
  <span className="tabular whitespace-nowrap">
    {formatCents('cents' in props ? props.cents : centsOf(props.dollars))}
  </span>
);

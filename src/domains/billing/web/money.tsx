import { formatCents } from '#platform/contract/money.ts';
import { centsOf } from '#platform/web/dollars.ts';

type Props = { readonly dollars: number } | { readonly cents: number };

/** An amount that stays on one line in a narrow column. */
export const Money = (props: Props) => (
  <span className="tabular whitespace-nowrap">
    {formatCents('cents' in props ? props.cents : centsOf(props.dollars))}
  </span>
);

import type { ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';

export type Amount = {
  readonly label: string;
  readonly value: ReactNode;
  /** The result of the amounts above: emphasized, below a line. */
  readonly total?: boolean;
  /** True if it is wrong. The text next to the color explains why. */
  readonly wrong?: boolean;
};

/** The amounts of one calculation, name at the left and amount at the right. Rows do not move while numbers change. */
export function AmountList({ label, items }: { label: string; items: readonly Amount[] }) {
  return (
    <section aria-label={label}>
      <dl className="tabular flex flex-col text-13">
        {items.map((item) => (
          <div
            key={item.label}
            {...(item.wrong ? { 'data-tone': 'red' } : {})}
            className={classNames(
              'flex min-h-6.5 items-baseline justify-between gap-4 py-0.5',
              item.total && 'mt-1 border-t border-line pt-1.5 font-medium',
            )}
          >
            <dt className={item.wrong ? 'text-tone-ink' : item.total ? '' : 'text-muted'}>{item.label}</dt>
            <dd className={classNames('text-right wrap-anywhere', item.wrong && 'text-tone-ink')}>{item.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';

export type CheckMatrixProps = {
  caption: string;
  /** The heading of the first column. */
  rowsAre: string;
  columns: readonly { readonly key: string; readonly heading: ReactNode }[];
  rows: readonly { readonly label: string; readonly holds: readonly boolean[] }[];
};

/** A yes-or-no table, with words for screen readers. Wide tables scroll below their first column. */
export function CheckMatrix({ caption, rowsAre, columns, rows }: CheckMatrixProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto rounded-12 border border-line bg-surface"
    >
      <table className="w-full border-collapse text-left text-14">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-13 text-muted">
            <th scope="col" className="sticky left-0 bg-surface py-3 pr-3 pl-5 font-medium">
              {rowsAre}
            </th>
            {columns.map(({ key, heading }) => (
              <th key={key} scope="col" className="px-3 py-3 text-center font-medium whitespace-nowrap">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, holds }) => (
            <tr key={label} className="border-t border-line hover:bg-hover/60">
              <th scope="row" className="sticky left-0 min-w-36 bg-surface sm:min-w-56 py-2.5 pr-3 pl-5 font-normal">
                {label}
              </th>
              {columns.map(({ key }, at) => (
                <td key={key} className="px-3 text-center">
                  {holds[at] ? (
                    <span data-tone="green" className="inline-flex text-tone-ink">
                      <Check aria-hidden="true" size={16} />
                      <span className="sr-only">Yes</span>
                    </span>
                  ) : (
                    <span className="inline-flex text-faint">
                      <Minus aria-hidden="true" size={14} />
                      <span className="sr-only">No</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

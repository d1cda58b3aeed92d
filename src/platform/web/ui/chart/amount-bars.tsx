export type AmountBar = {
  readonly name: string;
  /** The amount in words, such as `$151,200.00`. */
  readonly words: string;
  /** Its parts in one unit, in the order of the legend. */
  readonly parts: readonly number[];
};

type AmountBarsProps = { label: string; legend: readonly string[]; bars: readonly AmountBar[] };

const fills = ['fill-accent', 'fill-line-strong'] as const;
const dots = ['bg-accent', 'bg-line-strong'] as const;

/** Shows amounts as bars on one scale from zero, each with its parts, and with the amount beside it. */
export function AmountBars({ label, legend, bars }: AmountBarsProps) {
  const sumOf = ({ parts }: AmountBar) => parts.reduce((sum, part) => sum + part, 0);
  const most = Math.max(...bars.map(sumOf), 1);
  const percent = (amount: number) => `${(amount / most) * 100}%`;
  return (
    <figure aria-label={label}>
      <ul className="flex flex-col gap-2.5">
        {bars.map(({ name, words, parts }) => (
          <li key={name} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3 text-13">
            <span className="tabular font-medium">{name}</span>
            <svg aria-hidden="true" className="h-3 w-full rounded-6">
              {parts.map((part, n) => (
                <rect
                  key={legend[n]}
                  x={percent(parts.slice(0, n).reduce((sum, one) => sum + one, 0))}
                  width={percent(part)}
                  height="100%"
                  className={fills[n % fills.length]}
                />
              ))}
            </svg>
            <span className="tabular">{words}</span>
          </li>
        ))}
      </ul>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
        {legend.map((name, n) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-full ${dots[n % dots.length]}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

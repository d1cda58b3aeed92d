import { nice, ticks } from 'd3-array';
import { useState } from 'react';
import { formatCents } from '#platform/contract/money.ts';
import { formatCount, formatCounted } from '../../format-number.ts';
import { classNames } from '../tokens/class-names.ts';

/** The prices of one hour or day in cents, and the traded amount. */
export type Candle = {
  /** Names the hour or day. */
  readonly name: string;
  /** The number of the hour or day. The chart leaves room for those without a candle. */
  readonly position: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
};

export type CandleChartProps = {
  label: string;
  /** The header of the names: 'Day (UTC)'. */
  unit: string;
  /** The counted noun, singular and plural: 'share' and 'shares'. */
  counted: { readonly one: string; readonly many: string };
  /** Oldest first. */
  candles: readonly Candle[];
  /** Shows the numbers as a table instead. */
  asTable: boolean;
};

/** Candles of more hours or days than that would be too thin to point at. The table has all. */
const slotsMax = 80;
/** A shorter time is aligned right, next to the prices. */
const slotsMin = 12;
/** The plot in pixels: the prices above, and the counts below. */
const [priceHeight, countHeight, padding] = [124, 36, 8];
const [gapShare, widthMax] = [0.35, 0.03];

/** Shows prices as candles above the traded amounts, and the same numbers as a table. A hollow candle rose, a filled one fell. */
export function CandleChart({ candles, asTable, ...named }: CandleChartProps) {
  const table = <CandleTable candles={candles} {...named} />;
  if (asTable) return <div className="h-54 overflow-y-auto">{table}</div>;
  return (
    <figure className="min-w-0">
      <Plot candles={newestOf(candles)} counted={named.counted} />
      <div className="sr-only">{table}</div>
    </figure>
  );
}

/** Returns the candles that fit into the chart. */
function newestOf(candles: readonly Candle[]): readonly Candle[] {
  const last = candles.at(-1)?.position ?? 0;
  return candles.filter(({ position }) => position > last - slotsMax);
}

function Plot({ candles, counted }: Pick<CandleChartProps, 'candles' | 'counted'>) {
  const [pointed, setPointed] = useState<number>();
  const { bottom, top, marks } = priceAxisOf(candles);
  const most = Math.max(...candles.map(({ count }) => count), 1);
  const yOf = (cents: number) => padding + (1 - (cents - bottom) / (top - bottom)) * (priceHeight - 2 * padding);
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const slots = Math.max(last.position - first.position + 1, slotsMin);
  const slot = 1 / slots;
  const leftOf = ({ position }: Candle) => (slots - 1 - last.position + position) * slot;
  const isShort = last.position - first.position < slotsMin - 1;
  const width = Math.min(slot * (1 - gapShare), widthMax);
  const percent = (share: number) => `${share * 100}%`;
  const at = candles[pointed ?? candles.length - 1] ?? last;
  return (
    <div aria-hidden="true">
      <p className="tabular mb-1 min-h-10 text-13 text-muted sm:h-5 sm:min-h-5 sm:truncate">
        {at.name} · {at.open === at.close ? '' : `${formatCents(at.open)} to `}
        {formatCents(at.close)} · {formatCounted(at.count, counted.one, counted.many)}
      </p>
      <div className="flex gap-2">
        <svg aria-hidden="true" className="h-40 min-w-0 flex-1" onPointerLeave={() => setPointed(undefined)}>
          {marks.map((cents) => (
            <line key={cents} x1="0" x2="100%" y1={yOf(cents)} y2={yOf(cents)} className="stroke-line" />
          ))}
          {candles.map((candle, n) => {
            const middle = leftOf(candle) + slot / 2;
            const tall = (candle.count / most) * countHeight;
            const rose = candle.close >= candle.open;
            const body = { x: percent(middle - width / 2), width: percent(width) };
            return (
              <g
                key={candle.name}
                data-tone={rose ? 'blue' : 'clay'}
                className={classNames(n !== pointed && pointed !== undefined && 'opacity-50')}
                onPointerEnter={() => setPointed(n)}
              >
                <rect x={percent(leftOf(candle))} y={0} width={percent(slot)} height="100%" fill="transparent" />
                <line
                  x1={percent(middle)}
                  x2={percent(middle)}
                  y1={yOf(candle.high)}
                  y2={yOf(candle.low)}
                  className="stroke-tone-solid"
                />
                <rect
                  {...body}
                  y={yOf(Math.max(candle.open, candle.close)) - 0.5}
                  height={Math.abs(yOf(candle.open) - yOf(candle.close)) + 1}
                  className={rose ? 'fill-surface stroke-tone-solid' : 'fill-tone-solid stroke-tone-solid'}
                />
                <rect {...body} y={priceHeight + countHeight - tall} height={tall} className="fill-stone-8" />
              </g>
            );
          })}
        </svg>
        <svg aria-hidden="true" className="h-40 w-17 shrink-0 fill-current text-12 text-muted">
          {marks.map((cents) => (
            <text key={cents} x={0} y={yOf(cents)} dominantBaseline="central" className="tabular">
              {formatCents(cents)}
            </text>
          ))}
          <text x={0} y={priceHeight + countHeight - 6} dominantBaseline="central">
            {capitalized(counted.many)}
          </text>
        </svg>
      </div>
      <p className="mt-1 flex justify-between gap-4 pr-19 text-12 text-muted">
        <span>{isShort ? null : first.name}</span>
        <span>{isShort && first !== last ? `${first.name} to ${last.name}` : last.name}</span>
      </p>
    </div>
  );
}

/** Returns the axis of the prices. A single price is centered. */
function priceAxisOf(candles: readonly Candle[]): { bottom: number; top: number; marks: readonly number[] } {
  const low = Math.min(...candles.map((candle) => candle.low));
  const high = Math.max(...candles.map((candle) => candle.high));
  const room = low === high ? Math.max(Math.round(low / 50), 1) : 0;
  const [bottom, top] = nice(low - room, high + room, 3);
  return { bottom, top, marks: ticks(bottom, top, 3).filter(Number.isInteger) };
}

function CandleTable({ label, unit, counted, candles }: Omit<CandleChartProps, 'asTable'>) {
  const cell = 'py-1 pl-3 text-right font-normal';
  const prices = ['open', 'high', 'low', 'close'] as const;
  return (
    <table className="tabular w-full text-13">
      <caption className="sr-only">{label}</caption>
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="py-1 font-normal">
            {unit}
          </th>
          {['Open', 'High', 'Low', 'Close', capitalized(counted.many)].map((name) => (
            <th key={name} scope="col" className={cell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {candles.toReversed().map((candle) => (
          <tr key={candle.name} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
              {candle.name}
            </th>
            {prices.map((price) => (
              <td key={price} className={cell}>
                {formatCents(candle[price])}
              </td>
            ))}
            <td className={cell}>{formatCount(candle.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

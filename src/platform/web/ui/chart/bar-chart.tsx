import { type ReactNode, useState } from 'react';
import { formatCalendarDay, formatCalendarDays } from '../../format-day.ts';
import { formatCount } from '../../format-number.ts';
import { axisOf, type BarSlot, type DayCounts, slotsOf } from './bar-slots.ts';

const [plotHeight, padding] = [128, 6];
/** A share of a bar's slot that stays empty, and the width of one bar alone, as shares of the plot. */
const [gapShare, widthMax] = [0.25, 0.12];

export type BarChartProps = {
  label: string;
  /** The counted things, the drawn one first: `['Events', 'New assets']`. */
  series: readonly string[];
  days: readonly DayCounts[];
  /** Shows the numbers as a table instead. */
  asTable: boolean;
  /** Returns a link to the items that a bar counts. */
  link?: (slot: BarSlot, words: string) => ReactNode;
};

/** Shows counts of UTC days as bars, or of weeks if there are many days, and the same numbers as a table. */
export function BarChart({ label, series, days, asTable, link }: BarChartProps) {
  const slots = slotsOf(days);
  const table = <SlotTable label={label} series={series} slots={slots} {...(link && asTable ? { link } : {})} />;
  if (asTable) return <div className="h-44 overflow-y-auto">{table}</div>;
  return (
    <figure className="min-w-0">
      <Plot series={series} slots={slots} />
      <div className="sr-only">{table}</div>
    </figure>
  );
}

function Plot({ series, slots }: { series: readonly string[]; slots: readonly BarSlot[] }) {
  const [pointed, setPointed] = useState<number>();
  const counts = slots.map((slot) => slot.counts[0] ?? 0);
  const most = Math.max(...counts, 0);
  const { top, marks } = axisOf(most);
  const yOf = (count: number) => padding + (1 - count / top) * (plotHeight - 2 * padding);
  const slotWidth = 1 / Math.max(slots.length, 1);
  const width = Math.min(slotWidth * (1 - gapShare), widthMax);
  const percent = (share: number) => `${share * 100}%`;
  const at = slots[pointed ?? counts.indexOf(most)];
  return (
    <div aria-hidden="true">
      <p className="mb-1 h-5 truncate text-13 text-muted">
        {at === undefined || most === 0
          ? 'No events in this period'
          : `${pointed === undefined ? 'Most: ' : ''}${wordsOf(at, series)}`}
      </p>
      <div className="flex gap-2">
        <svg aria-hidden="true" className="h-32 min-w-0 flex-1" onPointerLeave={() => setPointed(undefined)}>
          {marks.map((mark) => (
            <line key={mark} x1="0" x2="100%" y1={yOf(mark)} y2={yOf(mark)} className="stroke-line" />
          ))}
          {slots.map((slot, n) => (
            <g key={slot.from} onPointerEnter={() => setPointed(n)}>
              <rect
                x={percent(n * slotWidth)}
                y={0}
                width={percent(slotWidth)}
                height={plotHeight}
                fill="transparent"
              />
              <rect
                x={percent((n + 0.5) * slotWidth - width / 2)}
                y={yOf(counts[n] ?? 0)}
                width={percent(width)}
                height={yOf(0) - yOf(counts[n] ?? 0)}
                className={n === pointed ? 'fill-muted' : 'fill-stone-9'}
              />
            </g>
          ))}
        </svg>
        <svg aria-hidden="true" className="h-32 w-8 shrink-0 fill-current text-12 text-muted">
          {marks.map((mark) => (
            <text key={mark} x={0} y={yOf(mark)} dominantBaseline="central" className="tabular">
              {formatCount(mark)}
            </text>
          ))}
        </svg>
      </div>
      <Ends slots={slots} />
    </div>
  );
}

function Ends({ slots }: { slots: readonly BarSlot[] }) {
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <p className="flex justify-between gap-4 pr-10 text-12 text-muted">
      {slots.length > 1 ? <span>{formatCalendarDay(first.from)}</span> : null}
      <span className={slots.length > 1 ? '' : 'mx-auto'}>{formatCalendarDay(last.to)}</span>
    </p>
  );
}

function SlotTable({
  label,
  series,
  slots,
  link,
}: Pick<BarChartProps, 'label' | 'series' | 'link'> & { slots: readonly BarSlot[] }) {
  const cell = 'py-1 pl-4 text-right font-normal';
  return (
    <table className="tabular w-full text-13">
      <caption className="sr-only">{label}</caption>
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="py-1 font-normal">
            Day (UTC)
          </th>
          {series.map((name) => (
            <th key={name} scope="col" className={cell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.toReversed().map((slot) => (
          <tr key={slot.from} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {link && slot.counts.some((count) => count > 0) ? link(slot, daysOf(slot)) : daysOf(slot)}
            </th>
            {series.map((name, n) => (
              <td key={name} className={cell}>
                {formatCount(slot.counts[n] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const daysOf = ({ from, to }: BarSlot) => (from === to ? formatCalendarDay(from) : formatCalendarDays(from, to));

const wordsOf = (slot: BarSlot, series: readonly string[]) =>
  `${daysOf(slot)} · ${series.map((name, n) => `${name} ${formatCount(slot.counts[n] ?? 0)}`).join(' · ')}`;

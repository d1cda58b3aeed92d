import { nice, ticks } from 'd3-array';
import { useState } from 'react';
import { formatCalendarDay } from '../../format-day.ts';
import { formatCount, formatCounted } from '../../format-number.ts';

export type Level = { /** `YYYY-MM-DD`. */ readonly day: string; readonly value: number };

export type LevelChartProps = {
  label: string;
  /** The counted noun, in the singular: 'user'. */
  unit: string;
  /** The level at the end of each day, oldest first. */
  levels: readonly Level[];
  /** The limit of the level. A limit far above all levels is named but not drawn, so that the levels stay readable. */
  limit: number | null;
};

const [height, padding] = [112, 8];
/** A limit is drawn if the highest level reaches this share of it. */
const drawnFrom = 0.2;

/** Shows a level over days as steps, with its limit. A hover names a day; screen readers get a table. */
export function LevelChart({ label, unit, levels, limit }: LevelChartProps) {
  const [pointed, setPointed] = useState<number>();
  const at = levels[pointed ?? levels.length - 1];
  const [first, last] = [levels[0], levels.at(-1)];
  if (at === undefined || first === undefined || last === undefined) return null;
  const most = Math.max(...levels.map(({ value }) => value), 1);
  const drawn = limit !== null && most >= limit * drawnFrom ? limit : undefined;
  const [, top] = nice(0, Math.max(most, drawn ?? 0), 3);
  const yOf = (value: number) => padding + (1 - value / top) * (height - 2 * padding);
  const marks = ticks(0, top, 3).filter(Number.isInteger);
  const path = levels
    .map(({ value }, n) => `${n === 0 ? 'M' : 'L'}${n},${yOf(value)} L${n + 1},${yOf(value)}`)
    .join(' ');
  return (
    <figure className="min-w-0">
      <div aria-hidden="true">
        <p className="tabular mb-1 min-h-5 text-13 text-muted">
          {formatCalendarDay(at.day)} · {formatCounted(at.value, unit)}
          {limit !== null && drawn === undefined ? ` · limit ${formatCount(limit)}` : ''}
        </p>
        <div className="flex gap-2">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${levels.length} ${height}`}
            preserveAspectRatio="none"
            className="h-28 min-w-0 flex-1"
            onPointerLeave={() => setPointed(undefined)}
          >
            {marks.map((mark) => (
              <line
                key={mark}
                x1={0}
                x2={levels.length}
                y1={yOf(mark)}
                y2={yOf(mark)}
                className={`stroke-line ${fine}`}
              />
            ))}
            <path d={`${path} L${levels.length},${yOf(0)} L0,${yOf(0)} Z`} className="fill-stone-4" />
            <path d={path} fill="none" strokeWidth={2} className={`stroke-accent ${fine}`} />
            {drawn === undefined ? null : (
              <line
                data-tone="amber"
                x1={0}
                x2={levels.length}
                y1={yOf(drawn)}
                y2={yOf(drawn)}
                strokeDasharray="4 3"
                strokeWidth={1.5}
                className={`stroke-tone-solid ${fine}`}
              />
            )}
            {levels.map(({ day }, n) => (
              <rect
                key={day}
                x={n}
                y={0}
                width={1}
                height={height}
                className={n === pointed ? 'fill-ink/8' : 'fill-transparent'}
                onPointerEnter={() => setPointed(n)}
              />
            ))}
          </svg>
          <svg aria-hidden="true" className="h-28 w-17 shrink-0 fill-current text-12 text-muted">
            {marks
              .filter((mark) => drawn === undefined || Math.abs(yOf(mark) - yOf(drawn)) > 14)
              .map((mark) => (
                <text key={mark} x={0} y={yOf(mark)} dominantBaseline="central" className="tabular">
                  {formatCount(mark)}
                </text>
              ))}
            {drawn === undefined ? null : (
              <text data-tone="amber" x={0} y={yOf(drawn)} dominantBaseline="central" className="tabular fill-tone-ink">
                Limit {formatCount(drawn)}
              </text>
            )}
          </svg>
        </div>
        <p className="mt-1 flex justify-between gap-4 pr-19 text-12 text-muted">
          <span>{formatCalendarDay(first.day)}</span>
          <span>{first === last ? '' : formatCalendarDay(last.day)}</span>
        </p>
      </div>
      <table className="sr-only">
        <caption>{`${label}${limit === null ? '' : `, limit ${formatCount(limit)}`}`}</caption>
        <tbody>
          {levels.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{formatCalendarDay(day)}</th>
              <td>{formatCounted(value, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The plot is stretched to its width; its lines keep their width. */
const fine = '[vector-effect:non-scaling-stroke]';

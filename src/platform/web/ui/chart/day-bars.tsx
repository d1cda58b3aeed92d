import { dayAfter, daysIn, formatCalendarDay } from '../../format-day.ts';
import { formatCounted } from '../../format-number.ts';

export type DayBar = { /** `YYYY-MM-DD`. */ readonly day: string; readonly count: number };

const daysMax = 60;
const [step, gap, height] = [10, 3, 72];

/**
 * Shows a count for each day, up to the last day with any; at most 60 days. A hover shows day and count; screen readers
 * get a table.
 */
export function DayBars({
  label,
  bars,
  unit,
}: {
  label: string;
  bars: readonly DayBar[];
  /** The counted noun, in the singular: 'event'. */
  unit: string;
}) {
  const days = everyDay(bars);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="min-w-0">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * step - gap} ${height}`}
        preserveAspectRatio="none"
        className="block h-18 w-full"
      >
        {days.map(({ day, count }, position) => {
          const tall = count === 0 ? 1.5 : Math.max(4, (count / most) * height);
          return (
            <rect
              key={day}
              x={position * step}
              y={height - tall}
              width={step - gap}
              height={tall}
              className={count === 0 ? 'fill-stone-6' : 'fill-stone-9'}
            >
              <title>{`${formatCalendarDay(day)}: ${formatCounted(count, unit)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-2 flex justify-between gap-4 text-12 text-muted">
        <span>{formatCalendarDay(first.day)}</span>
        <span className="tabular">{`at most ${most} a day`}</span>
        <span>{formatCalendarDay(last.day)}</span>
      </figcaption>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {days
            .filter(({ count }) => count > 0)
            .map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatCalendarDay(day)}</th>
                <td>{formatCounted(count, unit)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Returns the days from the first to the last with a count, filling gaps with zero; at least two weeks. */
function everyDay(bars: readonly DayBar[]): DayBar[] {
  const counts = new Map(bars.map(({ day, count }) => [day, count]));
  const days = [...counts.keys()].toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.min(daysMax, Math.max(14, daysIn({ from: first, to: last })));
  return Array.from({ length }, (_, n) => {
    const day = dayAfter(last, n + 1 - length);
    return { day, count: counts.get(day) ?? 0 };
  });
}

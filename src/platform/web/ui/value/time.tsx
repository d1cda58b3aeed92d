import {
  formatDay,
  formatExact,
  formatMinute,
  formatRelative,
  type Moment,
  millisecondsOf,
} from '../../format-time.ts';
import { useTimeStyle } from '../../time-style.ts';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useNow } from '../timing/use-now.ts';

export type TimeProps = {
  /** ISO 8601, or seconds since 1970; undefined if unknown. */
  at: Moment | null | undefined;
  format?: 'relative' | 'day' | 'minute';
  /** Shown without a time. */
  unknown?: string;
};

/**
 * Shows when something happened: a relative time that updates (or the date, if the reader prefers that), and the exact
 * instant on hover and focus.
 */
export function Time({ at, format = 'relative', unknown = 'Unknown time' }: TimeProps) {
  const instant = at === null || at === undefined ? undefined : millisecondsOf(at);
  if (instant === undefined) return <span className="text-muted">{unknown}</span>;
  return <KnownTime instant={instant} format={format} />;
}

function KnownTime({ instant, format }: { instant: number; format: 'relative' | 'day' | 'minute' }) {
  const { timeStyle } = useTimeStyle();
  const wanted = format === 'relative' && timeStyle === 'exact' ? 'minute' : format;
  const now = useNow(wanted === 'relative' ? instant : undefined);
  const text =
    wanted === 'day' ? formatDay(instant) : wanted === 'minute' ? formatMinute(instant) : formatRelative(instant, now);
  return (
    <Tooltip content={formatExact(instant)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant must be reachable by keyboard. */}
      <time dateTime={new Date(instant).toISOString()} tabIndex={0} className="tabular rounded-6 whitespace-nowrap">
        {text}
      </time>
    </Tooltip>
  );
}

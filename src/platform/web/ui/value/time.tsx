import {
  formatDay,
  formatExact,
  formatMinute,
  formatRelative,
  formatUtcDay,
  type Moment,
  millisecondsOf,
} from '../../format-time.ts';
import { useTimeStyle } from '../../time-style.ts';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useNow } from '../timing/use-now.ts';

export type TimeProps = {
  /** ISO 8601, or seconds since 1970; undefined if unknown. */
  at: Moment | null | undefined;
  /** `utc day` is the day that a document states, the same for all readers. */
  format?: 'relative' | 'day' | 'utc day' | 'minute';
  /** Shown without a time. */
  unknown?: string;
  /** Names the instant on hover and focus, if another instant is shown there too. */
  label?: string;
  /** A second instant to show on hover and focus, in milliseconds. */
  other?: { readonly label: string; readonly at: number };
};

/**
 * Shows when something happened: a relative time that updates (or the date, if the reader prefers that), and the exact
 * instant on hover and focus.
 */
export function Time({ at, format = 'relative', unknown = 'Unknown time', ...named }: TimeProps) {
  const instant = at === null || at === undefined ? undefined : millisecondsOf(at);
  if (instant === undefined) return <span className="text-muted">{unknown}</span>;
  return <KnownTime instant={instant} format={format} {...named} />;
}

const formats = { day: formatDay, 'utc day': formatUtcDay, minute: formatMinute } as const;

type KnownTimeProps = Required<Pick<TimeProps, 'format'>> & Pick<TimeProps, 'label' | 'other'> & { instant: number };

function KnownTime({ instant, format, label, other }: KnownTimeProps) {
  const { timeStyle } = useTimeStyle();
  const wanted = format === 'relative' && timeStyle === 'exact' ? 'minute' : format;
  const now = useNow(wanted === 'relative' ? instant : undefined);
  const text = wanted === 'relative' ? formatRelative(instant, now) : formats[wanted](instant);
  return (
    <Tooltip
      content={
        other === undefined ? (
          formatExact(instant)
        ) : (
          <>
            <span className="block">{`${label ?? ''} ${formatExact(instant)}`.trim()}</span>
            <span className="block">{`${other.label} ${formatExact(other.at)}`}</span>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant must be reachable by keyboard. */}
      <time dateTime={new Date(instant).toISOString()} tabIndex={0} className="tabular rounded-6 whitespace-nowrap">
        {text}
      </time>
    </Tooltip>
  );
}

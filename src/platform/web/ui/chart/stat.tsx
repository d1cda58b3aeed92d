import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';

export type StatProps = {
  label: string;
  /** Formatted; undefined while it loads, null if it could not be loaded. */
  value: ReactNode | undefined;
  /** Context for the number, in words: '+38 this week'. */
  detail?: ReactNode;
  trend?: readonly number[];
};

/** A number with its name and trend. Group several in a `StatRow`. */
export function Stat({ label, value, detail, trend }: StatProps) {
  return (
    <div className="@container relative row-span-3 grid min-w-0 grid-rows-subgrid content-start gap-y-0 bg-surface px-5 py-3 max-sm:px-4 max-sm:py-4 has-[a:hover]:bg-hover/60 has-[[aria-current=true]]:bg-accent-soft">
      <dt className="text-13 wrap-anywhere text-muted">{label}</dt>
      <dd className="flex min-h-9 items-center justify-between gap-3 self-end pt-1">
        {value === undefined ? (
          <Skeleton className="h-6 w-20" />
        ) : (
          <span className="tabular text-24 font-semibold wrap-anywhere @max-[8rem]:text-16">{value ?? '–'}</span>
        )}
        {trend ? <SparkLine values={trend} /> : null}
      </dd>
      {detail ? (
        <dd className="mt-1 text-13 text-pretty wrap-anywhere text-muted @max-[56rem]/row:min-h-10 @max-[8rem]:text-12 [&_time]:whitespace-normal">
          {detail}
        </dd>
      ) : null}
    </div>
  );
}

/** Shows numbers side by side on one surface, divided by hairlines: two columns where it is narrow, three if there is no room for more than four.
 * The last one fills its row. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="@container/row overflow-clip rounded-12 border border-line bg-line">
      <dl className="grid grid-cols-2 gap-px @max-[42rem]/row:*:last:odd:col-span-2 @min-[42rem]/row:auto-cols-fr @min-[42rem]/row:grid-flow-col @min-[42rem]/row:grid-cols-none @min-[42rem]/row:grid-rows-[repeat(3,auto)] @min-[42rem]/row:@max-[58rem]/row:has-[>:nth-child(5)]:grid-flow-row @min-[42rem]/row:@max-[58rem]/row:has-[>:nth-child(5)]:grid-cols-3 @min-[42rem]/row:@max-[58rem]/row:has-[>:nth-child(5)]:grid-rows-none @min-[42rem]/row:@max-[58rem]/row:has-[>:nth-child(5)]:[&>:last-child:nth-child(3n+1)]:col-span-3 @min-[42rem]/row:@max-[58rem]/row:has-[>:nth-child(5)]:[&>:last-child:nth-child(3n+2)]:col-span-2">
        {children}
      </dl>
    </section>
  );
}

/**
 * Draws the shape of a series without axes, as decoration beside a number in words. Draws nothing for fewer than two
 * points.
 */
function SparkLine({
  values,
  width = 72,
  height = 24,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = 1 + (index / (values.length - 1)) * (width - 4);
    const y = height - 3 - ((value - low) / span) * (height - 6);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10] as const;
  });
  const last = points.at(-1) ?? [0, 0];
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="hidden shrink-0 text-stone-8 @min-[10rem]:block"
    >
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last[0]} cy={last[1]} r={2.25} fill="currentColor" />
    </svg>
  );
}

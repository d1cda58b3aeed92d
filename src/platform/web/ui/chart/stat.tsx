import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import { SparkLine } from './spark-line.tsx';

export type StatProps = {
  label: string;
  /** Already formatted; undefined while it loads. */
  value: ReactNode | undefined;
  /** What the figure rests on or how it moved, in words: '+38 this week'. */
  detail?: ReactNode;
  trend?: readonly number[];
};

/** One figure with its name and its trend. Several stand in a `StatRow`. */
export function Stat({ label, value, detail, trend }: StatProps) {
  return (
    <div className="relative flex min-w-0 flex-col bg-surface px-5 py-4 has-[a:hover]:bg-hover/60 has-[[aria-current=true]]:bg-accent-soft">
      <dt className="truncate text-13 text-muted">{label}</dt>
      <dd className="mt-1 flex min-h-8 items-center justify-between gap-3">
        {value === undefined ? (
          <Skeleton className="h-6 w-20" />
        ) : (
          <span className="tabular truncate text-24 font-semibold">{value}</span>
        )}
        {trend ? <SparkLine values={trend} /> : null}
      </dd>
      {detail ? <dd className="mt-1 text-13 text-pretty text-muted max-md:min-h-10">{detail}</dd> : null}
    </div>
  );
}

/** Figures side by side on one surface, divided by hairlines. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="overflow-clip rounded-12 border border-line bg-line">
      <dl className="grid grid-cols-2 gap-px max-md:*:last:odd:col-span-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        {children}
      </dl>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { Tone } from '../tokens/tone.ts';

export type ProgressBarProps = {
  label: string;
  /** 0 to 1; undefined if the progress is unknown. */
  share: number | undefined;
  /** The number or word at the end of the line. */
  value?: ReactNode;
  tone?: Tone;
};

/** Shows a share of a whole: a measure against its objective, or the progress of work. */
export function ProgressBar({ label, share, value, tone = 'teal' }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10;
  return (
    <div data-tone={tone} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4 text-13">
        <span>{label}</span>
        <span className="tabular font-medium text-tone-ink">{value}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-clip rounded-full bg-stone-5"
      >
        <div
          className={
            percent === undefined
              ? 'h-full w-1/3 animate-breathe rounded-full bg-tone-solid'
              : 'h-full rounded-full bg-tone-solid transition-[width]'
          }
          style={percent === undefined ? {} : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}

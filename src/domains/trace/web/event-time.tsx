import type { EventClock } from '#domains/trace/contract.ts';
import { Time } from '#platform/web/ui/value/time.tsx';

export type EventTimeProps = {
  clock: EventClock;
  happened: string;
  recorded: string;
  format?: 'relative' | 'day' | 'minute';
};

const words = { happened: 'Happened', recorded: 'Recorded' } as const;

/** Shows the time of an event by the clock of its list, and both times on hover and focus. */
export function EventTime({ clock, format = 'relative', ...times }: EventTimeProps) {
  const other = otherClock[clock];
  return (
    <Time
      at={times[clock]}
      format={format}
      label={words[clock]}
      other={{ label: words[other], at: Date.parse(times[other]) }}
    />
  );
}

const otherClock = { happened: 'recorded', recorded: 'happened' } as const satisfies Record<EventClock, EventClock>;

const apartMilliseconds = 86_400_000;

/** Names the other time of an event whose times are a day or more apart, because touch has no hover. */
export function OtherEventTime({ clock, happened, recorded }: Omit<EventTimeProps, 'format'>) {
  if (Math.abs(Date.parse(recorded) - Date.parse(happened)) < apartMilliseconds) return null;
  const other = otherClock[clock];
  return (
    <>
      {` · ${other} `}
      <Time at={other === 'happened' ? happened : recorded} />
    </>
  );
}

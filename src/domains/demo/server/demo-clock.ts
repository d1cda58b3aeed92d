import { type Clock, systemClock } from '#platform/server/clock.ts';

/** A clock that can be set while sample data is recorded, and that otherwise returns the system time. */
export type DemoClock = Clock & {
  /** Sets the time in milliseconds since the epoch; undefined returns to the system's time. */
  set(time: number | undefined): void;
};

export function createDemoClock(system: Clock = systemClock): DemoClock {
  let time: number | undefined;
  return Object.assign(() => time ?? system(), {
    set(next: number | undefined) {
      time = next;
    },
  });
}

import { type Clock, systemClock } from '#platform/server/clock.ts';

/** A clock that shows the time of the demo world while it is recorded, and the system's time otherwise. */
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

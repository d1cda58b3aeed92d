import type { Clock } from '#platform/server/clock.ts';

export type SequencerMeasures = {
  readonly appended: number;
  readonly batches: number;
  /** Appends of the last ten minutes, and how many of them were durable within `APPEND_OBJECTIVE_MILLISECONDS`. */
  readonly recent: { readonly total: number; readonly withinObjective: number };
};

/** A batch that is answered: how many blocks it became, and how long each of its requests took. */
export type SettledBatch = { readonly blocks: number; readonly milliseconds: readonly number[] };

/** An append is on time when it is durable within this many milliseconds. */
export const APPEND_OBJECTIVE_MILLISECONDS = 100;

const MEASURE_MINUTES = 10;

/** Counts what a sequencer does, and how much of it was on time. */
export function createMeasures(clock: Clock) {
  let appended = 0;
  let batches = 0;
  const minutes = new Map<number, { total: number; withinObjective: number }>();
  return {
    record(blocks: number, batch: readonly { readonly since: number }[]): SettledBatch {
      const now = clock();
      const minute = Math.floor(now / 60_000);
      const slot = minutes.get(minute) ?? { total: 0, withinObjective: 0 };
      const milliseconds = batch.map((one) => now - one.since);
      slot.total += batch.length;
      for (const taken of milliseconds) if (taken <= APPEND_OBJECTIVE_MILLISECONDS) slot.withinObjective += 1;
      minutes.set(minute, slot);
      for (const old of minutes.keys()) if (old <= minute - MEASURE_MINUTES) minutes.delete(old);
      appended += blocks;
      batches += 1;
      return { blocks, milliseconds };
    },
    read(): SequencerMeasures {
      const recent = { total: 0, withinObjective: 0 };
      for (const slot of minutes.values()) {
        recent.total += slot.total;
        recent.withinObjective += slot.withinObjective;
      }
      return { appended, batches, recent };
    },
  };
}

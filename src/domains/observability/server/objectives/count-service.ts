import { APPEND_OBJECTIVE_MILLISECONDS, type SettledBatch } from '#domains/ledger/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { AnsweredRequest } from '#platform/server/telemetry/trace-requests.ts';
import { type ServiceCounts, SLOW_REQUEST_MILLISECONDS } from './objectives.ts';

export type MinuteCounts = ServiceCounts & { readonly minute: number };

type Slot = { -readonly [Key in keyof ServiceCounts]: number };

/** Bounds the minutes waiting to be written. During a longer database outage the oldest are dropped. */
const MINUTES_MAX = 120;
const MINUTE_MILLISECONDS = 60_000;

/** Counts events per minute in memory until they are written to the database. */
export function createServiceCount(clock: Clock) {
  const minutes = new Map<number, Slot>();

  function slot(): Slot {
    const minute = Math.floor(clock() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS;
    const known = minutes.get(minute);
    if (known !== undefined) return known;
    const fresh = { requests: 0, failedRequests: 0, slowRequests: 0, appends: 0, lateAppends: 0 };
    minutes.set(minute, fresh);
    const [first] = minutes.keys();
    if (minutes.size > MINUTES_MAX && first !== undefined) minutes.delete(first);
    return fresh;
  }

  return {
    countRequest({ route, status, milliseconds }: AnsweredRequest): void {
      // Health probes and canceled requests do not measure the service.
      if (!route.startsWith('/api/') || route === '/api/health' || status === 499) return;
      const counts = slot();
      counts.requests += 1;
      if (status >= 500) counts.failedRequests += 1;
      if (milliseconds > SLOW_REQUEST_MILLISECONDS) counts.slowRequests += 1;
    },
    countBatch({ milliseconds }: SettledBatch): void {
      const counts = slot();
      counts.appends += milliseconds.length;
      for (const taken of milliseconds) if (taken > APPEND_OBJECTIVE_MILLISECONDS) counts.lateAppends += 1;
    },
    /** Returns all counts and resets them. */
    take(): MinuteCounts[] {
      const taken = [...minutes].map(([minute, counts]) => ({ minute, ...counts }));
      minutes.clear();
      return taken;
    },
    /** Restores counts whose write failed. */
    putBack(taken: readonly MinuteCounts[]): void {
      for (const { minute, ...counts } of taken) {
        const there = minutes.get(minute);
        if (there === undefined) minutes.set(minute, counts);
        else for (const key of Object.keys(counts) as (keyof ServiceCounts)[]) there[key] += counts[key];
      }
    },
  };
}

export type ServiceCount = ReturnType<typeof createServiceCount>;

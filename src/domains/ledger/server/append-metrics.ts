import { performance } from 'node:perf_hooks';
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { Clock } from '#platform/server/clock.ts';

export type AppendMetrics = {
  readonly appended: number;
  readonly batches: number;
  /** Batches that were written behind the head's row lock because another process appended first. */
  readonly lockedBatches: number;
  /** Appends of the last ten minutes, and how many were durable within `APPEND_OBJECTIVE_MILLISECONDS`. */
  readonly recent: { readonly total: number; readonly withinObjective: number };
};

/** An answered batch: the blocks it added, and how long each of its requests took. */
export type SettledBatch = { readonly blocks: number; readonly milliseconds: readonly number[] };

/** An append meets the objective when it is durable within this many milliseconds. */
export const APPEND_OBJECTIVE_MILLISECONDS = 100;

const WINDOW_MINUTES = 10;

/** Counts the sequencer's work. `recent` covers the last ten minutes, by the minute. */
export function createAppendMetrics(clock: Clock) {
  let appended = 0;
  let batches = 0;
  let lockedBatches = 0;
  const minutes = new Map<number, { total: number; withinObjective: number }>();
  return {
    record(blocks: number, batch: readonly { readonly since: number }[], locked: boolean): SettledBatch {
      const now = clock();
      const minute = Math.floor(now / 60_000);
      const slot = minutes.get(minute) ?? { total: 0, withinObjective: 0 };
      const milliseconds = batch.map((one) => now - one.since);
      slot.total += batch.length;
      for (const taken of milliseconds) if (taken <= APPEND_OBJECTIVE_MILLISECONDS) slot.withinObjective += 1;
      minutes.set(minute, slot);
      for (const old of minutes.keys()) if (old <= minute - WINDOW_MINUTES) minutes.delete(old);
      appended += blocks;
      batches += 1;
      if (locked) lockedBatches += 1;
      return { blocks, milliseconds };
    },
    read(): AppendMetrics {
      const recent = { total: 0, withinObjective: 0 };
      const oldest = Math.floor(clock() / 60_000) - WINDOW_MINUTES;
      for (const [minute, slot] of minutes) {
        if (minute <= oldest) continue;
        recent.total += slot.total;
        recent.withinObjective += slot.withinObjective;
      }
      return { appended, batches, lockedBatches, recent };
    },
  };
}

/** The trace an append belongs to, and when it was requested and taken into a batch (milliseconds since the epoch). */
export type AppendTrace = { readonly context: Context; readonly since: number; begun: number | undefined };

type Traced = { readonly trace: AppendTrace | undefined };

const now = () => performance.timeOrigin + performance.now();

/** Returns the caller's trace, or undefined when it is not recorded, which then costs nothing. */
export function callersTrace(): AppendTrace | undefined {
  if (trace.getActiveSpan()?.isRecording() !== true) return undefined;
  return { context: context.active(), since: now(), begun: undefined };
}

/** Runs work that serves many callers outside the trace of any of them. */
export const outsideTraces = <Result>(work: () => Result): Result => context.with(ROOT_CONTEXT, work);

/** Marks the moment at which traced requests left the queue. */
export function markBegun(batch: readonly Traced[]): void {
  let at: number | undefined;
  for (const { trace: one } of batch)
    if (one !== undefined) {
      at ??= now();
      one.begun = at;
    }
}

/** Ends the span of each traced request of an answered batch, with its time in the queue and in the commit inside. */
export function traceBatch(batch: readonly Traced[], blocks: number): void {
  let end: number | undefined;
  for (const { trace: one } of batch)
    if (one !== undefined) {
      end ??= now();
      traceAppend(one, end, { 'cairn.batch.requests': batch.length, 'cairn.batch.blocks': blocks });
    }
}

function traceAppend(one: AppendTrace, end: number, attributes: Record<string, number>): void {
  const tracer = trace.getTracer('cairn.ledger');
  const append = tracer.startSpan('append', { startTime: one.since, attributes }, one.context);
  const within = trace.setSpan(one.context, append);
  const begun = one.begun ?? one.since;
  tracer.startSpan('wait for batch', { startTime: one.since }, within).end(begun);
  tracer.startSpan('commit batch', { startTime: begun, attributes }, within).end(end);
  append.end(end);
}

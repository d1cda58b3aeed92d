import { performance } from 'node:perf_hooks';
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** The trace that an append belongs to, and when it was asked for and taken into a batch. */
export type AppendTrace = { readonly context: Context; readonly since: number; begun: number | undefined };

type Traced = { readonly trace: AppendTrace | undefined };

const now = () => performance.timeOrigin + performance.now();

/** The trace of whoever asks for an append; nothing where nobody traces, which then costs nothing. */
export function callersTrace(): AppendTrace | undefined {
  if (trace.getActiveSpan()?.isRecording() !== true) return undefined;
  return { context: context.active(), since: now(), begun: undefined };
}

/** Does what serves many callers at once in the trace of none of them. */
export const outsideTraces = <Result>(work: () => Result): Result => context.with(ROOT_CONTEXT, work);

/** Notes that these requests have left the queue. */
export function markBegun(batch: readonly Traced[]): void {
  let at: number | undefined;
  for (const { trace: one } of batch)
    if (one !== undefined) {
      at ??= now();
      one.begun = at;
    }
}

/** Gives each traced request of a batch that is answered its span, and within it the time in the queue and the commit. */
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

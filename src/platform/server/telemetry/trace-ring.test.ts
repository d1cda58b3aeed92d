import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FinishedSpan } from './finished-span.ts';
import { createTraceRing, type RingBounds } from './trace-ring.ts';

type Given = { trace: number; root: boolean; failed: boolean; text: number };

function span({ trace, root, failed, text }: Given): FinishedSpan {
  const spanContext = { traceId: trace.toString(16).padStart(32, '0'), spanId: '1'.repeat(16), traceFlags: 1 };
  return {
    name: 'n'.repeat(text),
    kind: SpanKind.INTERNAL,
    spanContext: () => spanContext,
    parentSpanContext: root ? undefined : spanContext,
    startTime: [1, 0],
    duration: [0, 1000],
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { long: 'x'.repeat(text * 10) },
  } as unknown as FinishedSpan;
}

const bounds: RingBounds = { traces: 20, spansPerTrace: 5, bytes: 30_000 };

const anySpan = fc.record({
  trace: fc.integer({ min: 1, max: 200 }),
  root: fc.boolean(),
  failed: fc.boolean(),
  text: fc.integer({ min: 0, max: 300 }),
});

test('the ring stays within its bounds for any input, and counts its bytes correctly', () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 400, size: 'max' }), (spans) => {
      const ring = createTraceRing(bounds);
      for (const one of spans) {
        ring.add(span(one));
        const held = ring.held();
        expect(held.traces).toBeLessThanOrEqual(bounds.traces);
        expect(held.bytes).toBeLessThanOrEqual(bounds.bytes);
        // Each trace has at least one span, which costs at least this much.
        expect(held.bytes).toBeGreaterThanOrEqual(held.traces * 300);
      }
      for (const kept of ring.list()) expect(kept.spans.length).toBeLessThanOrEqual(bounds.spansPerTrace + 1);
      if (ring.held().traces === 0) expect(ring.held().bytes).toBe(0);
    }),
  );
});

test('a trace holds at most its limit of spans and reports how many it dropped', () => {
  const ring = createTraceRing(bounds);
  for (let n = 0; n < 9; n += 1) ring.add(span({ trace: 1, root: false, failed: false, text: 1 }));
  ring.add(span({ trace: 1, root: true, failed: false, text: 1 }));
  expect(ring.list()).toMatchObject([{ droppedSpans: 4, root: { name: 'n' } }]);
  expect(ring.list()[0]?.spans).toHaveLength(6);
});

test('failures outlive ordinary traces without crowding them out', () => {
  const ring = createTraceRing(bounds);
  const add = (trace: number, failed: boolean) => ring.add(span({ trace, root: true, failed, text: 1 }));
  add(1, true);
  for (let n = 2; n < 100; n += 1) add(n, false);
  expect(ring.list().filter(({ notable }) => notable)).toHaveLength(1);
  for (let n = 100; n < 200; n += 1) add(n, true);
  expect(ring.list().filter(({ notable }) => !notable).length).toBeGreaterThan(10);
});

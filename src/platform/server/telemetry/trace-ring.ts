import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { ATTR_HTTP_ROUTE } from '@opentelemetry/semantic-conventions';
import { type FinishedSpan, hrTimeToMicroseconds, isAssistants } from './finished-span.ts';

/** A span as stored: plain values of bounded size. */
export type KeptSpan = {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: string;
  /** Microseconds since 1970. */
  readonly start: number;
  readonly microseconds: number;
  readonly failed: boolean;
  readonly message: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
};

export type KeptTrace = {
  readonly traceId: string;
  /** Undefined until the root span has ended. */
  readonly root: KeptSpan | undefined;
  readonly spans: readonly KeptSpan[];
  /** The number of spans that did not fit. */
  readonly droppedSpans: number;
  readonly notable: boolean;
};

export type RingBounds = {
  readonly traces: number;
  readonly spansPerTrace: number;
  readonly bytes: number;
};

export const RING_BOUNDS: RingBounds = { traces: 500, spansPerTrace: 200, bytes: 8 * 1024 * 1024 };

type Growing = {
  -readonly [Key in keyof KeptTrace]: KeptTrace[Key] extends readonly KeptSpan[] ? KeptSpan[] : KeptTrace[Key];
} & { bytes: number };

/** The route name of a served web app file. */
export const WEB_FILE = 'web file';

const TEXT_MAX = 400;
const ATTRIBUTES_MAX = 40;
const SLOW_MICROSECONDS = 1_000_000;
/** The share of the ring that failed, slow and assistant traces may take from ordinary ones. */
const NOTABLE_SHARE = 0.3;
/** The approximate size of a span besides its texts, in bytes. */
const SPAN_BYTES = 300;

/**
 * Returns a ring of the latest traces in memory, which never exceeds the `bounds` on traces, spans in a trace, and bytes.
 * Failed, slow and assistant traces outlive ordinary ones, so that polling does not push them out.
 */
export function createTraceRing(bounds: RingBounds = RING_BOUNDS) {
  /** In the order of their first span. */
  const traces = new Map<string, Growing>();
  /** The same traces in two queues, which decide what is evicted first. */
  const ordinary = new Set<Growing>();
  const notables = new Set<Growing>();
  let bytes = 0;

  const forget = (one: Growing) => {
    traces.delete(one.traceId);
    ordinary.delete(one);
    notables.delete(one);
    bytes -= one.bytes;
  };

  function makeRoom(): void {
    while (traces.size > bounds.traces || bytes > bounds.bytes) {
      const first = notables.size > bounds.traces * NOTABLE_SHARE ? notables : ordinary;
      const [victim] = first.size > 0 ? first : notables;
      if (victim === undefined) return;
      forget(victim);
    }
  }

  return {
    add(span: FinishedSpan): void {
      if (isOrdinaryFile(span)) return;
      const { traceId } = span.spanContext();
      const one = traces.get(traceId) ?? beginTrace(traceId);
      if (one.spans.length === 0) {
        traces.set(traceId, one);
        ordinary.add(one);
      }
      // There is always room for the root span, which ends last.
      const isRoot = span.parentSpanContext === undefined && one.root === undefined;
      if (one.spans.length >= bounds.spansPerTrace && !isRoot) {
        one.droppedSpans += 1;
        return;
      }
      const kept = keep(span);
      const size = sizeOf(kept);
      one.spans.push(kept);
      one.bytes += size;
      bytes += size;
      if (isRoot) one.root = kept;
      if (!one.notable && (kept.failed || kept.microseconds >= SLOW_MICROSECONDS || isAssistants(span))) {
        one.notable = true;
        ordinary.delete(one);
        notables.add(one);
      }
      makeRoom();
    },
    find: (traceId: string): KeptTrace | undefined => traces.get(traceId),
    /** Returns all finished traces, newest first. */
    list: (): KeptTrace[] => [...traces.values()].filter((one) => one.root !== undefined).toReversed(),
    held: () => ({ traces: traces.size, bytes }),
  };
}

export type TraceRing = ReturnType<typeof createTraceRing>;

/** Reports whether the span is a web app file served normally: frequent and uninteresting. */
const isOrdinaryFile = (span: FinishedSpan) =>
  span.attributes[ATTR_HTTP_ROUTE] === WEB_FILE &&
  span.status.code !== SpanStatusCode.ERROR &&
  hrTimeToMicroseconds(span.duration) < SLOW_MICROSECONDS;

const beginTrace = (traceId: string): Growing => ({
  traceId,
  root: undefined,
  spans: [],
  droppedSpans: 0,
  notable: false,
  bytes: 0,
});

function keep(span: FinishedSpan): KeptSpan {
  return {
    spanId: span.spanContext().spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    name: cut(span.name),
    kind: SpanKind[span.kind]?.toLowerCase() ?? 'internal',
    start: hrTimeToMicroseconds(span.startTime),
    microseconds: hrTimeToMicroseconds(span.duration),
    failed: span.status.code === SpanStatusCode.ERROR,
    message: span.status.message === undefined ? undefined : cut(span.status.message),
    attributes: plain(span.attributes),
  };
}

function plain(attributes: FinishedSpan['attributes']): KeptSpan['attributes'] {
  const kept: Record<string, string | number | boolean> = {};
  let count = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === null) continue;
    count += 1;
    if (count > ATTRIBUTES_MAX) break;
    kept[cut(name)] = typeof value === 'number' || typeof value === 'boolean' ? value : cut(String(value));
  }
  return kept;
}

const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

function sizeOf(span: KeptSpan): number {
  let size = SPAN_BYTES + 2 * (span.name.length + (span.message?.length ?? 0));
  for (const name in span.attributes) {
    const value = span.attributes[name];
    size += 2 * name.length + (typeof value === 'string' ? 2 * value.length : 8);
  }
  return size;
}

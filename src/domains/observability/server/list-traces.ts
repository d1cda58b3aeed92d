import { ATTR_HTTP_RESPONSE_STATUS_CODE, ATTR_HTTP_ROUTE } from '@opentelemetry/semantic-conventions';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { KeptSpan, KeptTrace, TraceRing } from '#platform/server/telemetry/trace-ring.ts';
import type { listTraces as ListTraces, readTrace as ReadTrace, TraceSummary } from '../contract.ts';

/** Returns a page of the stored traces that match the filter, newest first. */
export function listTraces(ring: TraceRing, query: QueryIn<typeof ListTraces>): ResponseOut<typeof ListTraces> {
  const { page, limit } = query;
  const all = ring.list().filter((trace) => trace.root !== undefined && matches(trace, trace.root, query));
  return {
    traces: all.slice((page - 1) * limit, page * limit).flatMap((trace) => summarise(trace) ?? []),
    pagination: paginate({ total: all.length, page, limit }),
  };
}

/** Returns one trace with its spans in tree order: parents before children, siblings by start time. */
export function readTrace(ring: TraceRing, traceId: string): ResponseOut<typeof ReadTrace> | undefined {
  const trace = ring.find(traceId);
  const summary = trace && summarise(trace);
  if (trace === undefined || summary === undefined) return undefined;
  const begin = Math.min(...trace.spans.map(({ start }) => start));
  return {
    ...summary,
    droppedSpans: trace.droppedSpans,
    tree: inTreeOrder(trace.spans).map((span) => ({
      spanId: span.spanId,
      parentSpanId: span.parentSpanId ?? null,
      name: span.name,
      kind: span.kind,
      startMilliseconds: (span.start - begin) / 1000,
      milliseconds: span.microseconds / 1000,
      failed: span.failed,
      message: span.message ?? null,
      attributes: span.attributes,
    })),
  };
}

function matches(trace: KeptTrace, root: KeptSpan, query: QueryIn<typeof ListTraces>): boolean {
  if (query.traceId !== undefined && trace.traceId !== query.traceId) return false;
  if (query.minMilliseconds !== undefined && root.microseconds < query.minMilliseconds * 1000) return false;
  if (query.route !== undefined && !root.name.toLowerCase().includes(query.route.toLowerCase())) return false;
  if (query.status === undefined) return true;
  if (query.status === 'failed' || query.status === 'ok') return root.failed === (query.status === 'failed');
  const status = statusOf(root);
  return status !== null && `${Math.floor(status / 100)}xx` === query.status;
}

function summarise({ traceId, root, spans }: KeptTrace): TraceSummary | undefined {
  if (root === undefined) return undefined;
  const route = root.attributes[ATTR_HTTP_ROUTE];
  return {
    traceId,
    name: root.name,
    startedAt: new Date(root.start / 1000).toISOString(),
    milliseconds: root.microseconds / 1000,
    failed: root.failed,
    status: statusOf(root),
    route: typeof route === 'string' ? route : null,
    spans: spans.length,
    assistant: spans.some(({ attributes }) => attributes['openinference.span.kind'] !== undefined),
  };
}

function statusOf(span: KeptSpan): number | null {
  const status = span.attributes[ATTR_HTTP_RESPONSE_STATUS_CODE];
  return typeof status === 'number' ? status : null;
}

/** Orders spans as a tree. A span without a stored parent becomes a root. */
function inTreeOrder(spans: readonly KeptSpan[]): KeptSpan[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = new Map<string, KeptSpan[]>();
  for (const span of spans) {
    const parent = span.parentSpanId !== undefined && known.has(span.parentSpanId) ? span.parentSpanId : '';
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const ordered: KeptSpan[] = [];
  const walk = (parent: string) => {
    for (const span of (children.get(parent) ?? []).toSorted((a, b) => a.start - b.start)) {
      ordered.push(span);
      walk(span.spanId);
    }
  };
  walk('');
  return ordered;
}

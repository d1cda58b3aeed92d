import { INVALID_TRACEID, isSpanContextValid, type Link, type SpanContext, TraceFlags } from '@opentelemetry/api';

/**
 * Returns a link to the span named by a caller's `traceparent`, or nothing if it is malformed (W3C Trace Context, section
 * 3.2). Anyone may send the header, so it is only a link: it decides neither the trace's id nor whether it is sampled.
 */
export function linkToCaller(header: string | string[] | undefined): Link[] {
  if (typeof header !== 'string' || header.length > TRACEPARENT_MAX) return [];
  const [, version = 'ff', traceId = '', spanId = '', rest = ''] = TRACEPARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== '')) return [];
  const context: SpanContext = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}

/** Longer headers of a later version may be legitimate, but need not be parsed. */
const TRACEPARENT_MAX = 200;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** Names the span in a response: W3C Trace Context level 2, `traceresponse`. */
export function formatTraceResponse({ traceId, spanId, traceFlags }: SpanContext): string | undefined {
  if (traceId === INVALID_TRACEID) return undefined;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns the trace id of a request: its id without the hyphens. */
export const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '').toLowerCase();

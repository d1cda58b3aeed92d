import { INVALID_TRACEID, isSpanContextValid, type Link, type SpanContext, TraceFlags } from '@opentelemetry/api';

/**
 * The link to the span that a caller's `traceparent` names, or nothing where it is not well formed (W3C Trace Context,
 * section 3.2). Anyone may send the header, so it is a link alone: it decides neither the trace's id nor whether it is kept.
 */
export function linkToCaller(header: string | string[] | undefined): Link[] {
  if (typeof header !== 'string' || header.length > TRACEPARENT_MAX) return [];
  const [, version = 'ff', traceId = '', spanId = '', rest = ''] = TRACEPARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== '')) return [];
  const context: SpanContext = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}

/** Longer ones of a later version may be honest, but nobody has to read them. */
const TRACEPARENT_MAX = 200;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** Says in an answer which span it was: W3C Trace Context level 2, `traceresponse`. */
export function formatTraceResponse({ traceId, spanId, traceFlags }: SpanContext): string | undefined {
  if (traceId === INVALID_TRACEID) return undefined;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** A request and its trace bear one name: the request's id without its hyphens. */
export const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '').toLowerCase();

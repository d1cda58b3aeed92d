import type { HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** A finished span, without content that must not be shown. */
export type FinishedSpan = ReadableSpan;

/** Receives spans as they end. Must not block or throw. */
export type SpanSink = { add(span: FinishedSpan): void };

/** The OpenInference kind of an assistant span: AGENT, TOOL, LLM … No other span has it. */
export const SPAN_KIND_ATTRIBUTE = 'openinference.span.kind';

export const isAssistants = (span: ReadableSpan | undefined): boolean =>
  span?.attributes?.[SPAN_KIND_ATTRIBUTE] !== undefined;

/** Returns a copy of the span with these fields replaced. */
export function withFields(span: ReadableSpan, fields: { [Key in keyof ReadableSpan]?: unknown }): ReadableSpan {
  return Object.create(
    span,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as ReadableSpan;
}

/** Converts seconds and nanoseconds to microseconds. */
export const hrTimeToMicroseconds = ([seconds, nanoseconds]: HrTime): number =>
  seconds * 1_000_000 + Math.round(nanoseconds / 1000);

import type { HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** A span that has ended, with what must not be shown taken out of it. */
export type FinishedSpan = ReadableSpan;

/** Takes spans as they end. Must neither wait nor throw. */
export type SpanSink = { add(span: FinishedSpan): void };

/** OpenInference's name for what a span of the assistant is: AGENT, TOOL, LLM … No other span carries it. */
export const SPAN_KIND_ATTRIBUTE = 'openinference.span.kind';

export const isAssistants = (span: ReadableSpan | undefined): boolean =>
  span?.attributes?.[SPAN_KIND_ATTRIBUTE] !== undefined;

/** The same span but for these fields. */
export function withFields(span: ReadableSpan, fields: { [Key in keyof ReadableSpan]?: unknown }): ReadableSpan {
  return Object.create(
    span,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as ReadableSpan;
}

/** Seconds and nanoseconds as one number of microseconds. */
export const hrTimeToMicroseconds = ([seconds, nanoseconds]: HrTime): number =>
  seconds * 1_000_000 + Math.round(nanoseconds / 1000);

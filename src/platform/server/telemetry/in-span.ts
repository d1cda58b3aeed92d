import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { AppError } from '#platform/contract/errors.ts';

/** Runs `work` in a span that ends with it. A failure marks the span and propagates to the caller. */
export function inSpan<Result>(
  tracer: string,
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(tracer).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed with the kind of the error. Its message may contain user input. */
export function markFailed(span: Span, error: unknown): void {
  const kind = error instanceof AppError ? error.kind.code : error instanceof Error ? error.name : 'unknown';
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
}

import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { AppError } from '#platform/contract/errors.ts';

/** Does work inside a span that ends with it; a failure marks it, and goes on to the caller. */
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

/** Says of a span that it failed, by the kind of the failure: its words may hold what somebody wrote. */
export function markFailed(span: Span, error: unknown): void {
  const kind = error instanceof AppError ? error.kind.code : error instanceof Error ? error.name : 'unknown';
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
}

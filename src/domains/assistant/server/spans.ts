import {
  INPUT_MIME_TYPE,
  INPUT_VALUE,
  OpenInferenceSpanKind,
  OUTPUT_MIME_TYPE,
  OUTPUT_VALUE,
  SemanticConventions,
} from '@arizeai/openinference-semantic-conventions';
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('cairn.assistant');

export type SpanKind = 'AGENT' | 'TOOL' | 'RETRIEVER' | 'LLM';

/**
 * Does the work inside a span of its own, as OpenInference describes one. What people wrote and were answered is masked where spans are
 * kept and sent (platform/server/telemetry), not here.
 */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  of: { input: unknown; output: (value: T) => unknown; attributes?: Record<string, string | undefined> },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    span.setAttribute(SemanticConventions.OPENINFERENCE_SPAN_KIND, OpenInferenceSpanKind[kind]);
    note(span, INPUT_VALUE, INPUT_MIME_TYPE, of.input);
    for (const [field, value] of Object.entries(of.attributes ?? {}))
      if (value !== undefined) span.setAttribute(field, value);
    try {
      const value = await work(span);
      note(span, OUTPUT_VALUE, OUTPUT_MIME_TYPE, of.output(value));
      return value;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function note(span: Span, field: string, mimeField: string, value: unknown): void {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  span.setAttribute(field, text);
  span.setAttribute(mimeField, typeof value === 'string' ? 'text/plain' : 'application/json');
}

export const spanFields = {
  toolName: SemanticConventions.TOOL_NAME,
  toolParameters: SemanticConventions.TOOL_PARAMETERS,
  modelName: SemanticConventions.LLM_MODEL_NAME,
  sessionId: SemanticConventions.SESSION_ID,
  userId: SemanticConventions.USER_ID,
} as const;

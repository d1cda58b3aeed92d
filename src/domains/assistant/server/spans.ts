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
 * Runs the work inside its own OpenInference span. User text and answers are masked where spans are stored and sent
 * (platform/server/telemetry), not here.
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
  toolDescription: SemanticConventions.TOOL_DESCRIPTION,
  toolParameters: SemanticConventions.TOOL_PARAMETERS,
  metadata: SemanticConventions.METADATA,
  modelName: SemanticConventions.LLM_MODEL_NAME,
  modelProvider: SemanticConventions.LLM_PROVIDER,
  tokens: (of: {
    inputTokens: number | undefined;
    outputTokens: number | undefined;
    totalTokens: number | undefined;
  }) =>
    defined({
      [SemanticConventions.LLM_TOKEN_COUNT_PROMPT]: of.inputTokens,
      [SemanticConventions.LLM_TOKEN_COUNT_COMPLETION]: of.outputTokens,
      [SemanticConventions.LLM_TOKEN_COUNT_TOTAL]: of.totalTokens,
    }),
  /** Attributes of the n-th document that a search found. */
  document: (n: number, of: { id: string; text: string; score: number; title: string; source: string }) => {
    const field = (name: string) => `${SemanticConventions.RETRIEVAL_DOCUMENTS}.${n}.${name}`;
    return {
      [field(SemanticConventions.DOCUMENT_ID)]: of.id,
      [field(SemanticConventions.DOCUMENT_CONTENT)]: of.text,
      [field(SemanticConventions.DOCUMENT_SCORE)]: of.score,
      [field(SemanticConventions.DOCUMENT_METADATA)]: JSON.stringify({ title: of.title, source: of.source }),
    };
  },
  sessionId: SemanticConventions.SESSION_ID,
  userId: SemanticConventions.USER_ID,
} as const;

const defined = (fields: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

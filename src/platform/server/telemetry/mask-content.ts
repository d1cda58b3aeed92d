import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { isAssistants, withFields } from './finished-span.ts';

/** Gives a span without what people wrote and what they were answered. */
export type MaskContent = (span: ReadableSpan) => ReadableSpan;

/** What OpenInference says in place of what is hidden. */
export const REDACTED = '__REDACTED__';

const INPUTS =
  /^(input\.value$|llm\.(input_messages|prompts|prompt_template|invocation_parameters)\b|tool\.parameters$|tool_call\.|embedding\.)/;
const OUTPUTS = /^(output\.value$|llm\.output_messages\b|retrieval\.documents\b|reranker\.output_documents\b)/;

/** Masks spans as `OPENINFERENCE_HIDE_INPUTS` and `OPENINFERENCE_HIDE_OUTPUTS` mean it. */
export function createMask(hides: { inputs: boolean; outputs: boolean }): MaskContent {
  const isHidden = (name: string) => (hides.inputs && INPUTS.test(name)) || (hides.outputs && OUTPUTS.test(name));
  return (span) => {
    // Spans of requests and statements have no content, and are many.
    if (!isAssistants(span) || (!hides.inputs && !hides.outputs)) return span;
    const attributes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(span.attributes)) attributes[name] = isHidden(name) ? REDACTED : value;
    // The message of a failure, and the events that tell of it, may quote what was asked.
    return withFields(span, { attributes, events: [], status: { code: span.status.code } });
  };
}

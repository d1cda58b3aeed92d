import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { isAssistants, withFields } from './finished-span.ts';

/** Returns a span without the texts of users and the answers to them. */
export type MaskContent = (span: ReadableSpan) => ReadableSpan;

/** The OpenInference placeholder for hidden content. */
export const REDACTED = '__REDACTED__';

const INPUTS =
  /^(input\.value$|llm\.(input_messages|prompts|prompt_template|invocation_parameters)\b|tool\.parameters$|tool_call\.|embedding\.)/;
const OUTPUTS = /^(output\.value$|llm\.output_messages\b|retrieval\.documents\b|reranker\.output_documents\b)/;

/** Masks spans according to `OPENINFERENCE_HIDE_INPUTS` and `OPENINFERENCE_HIDE_OUTPUTS`. */
export function createMask(hides: { inputs: boolean; outputs: boolean }): MaskContent {
  const isHidden = (name: string) => (hides.inputs && INPUTS.test(name)) || (hides.outputs && OUTPUTS.test(name));
  return (span) => {
    // Spans of requests and statements are frequent and have no content.
    if (!isAssistants(span) || (!hides.inputs && !hides.outputs)) return span;
    const attributes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(span.attributes)) attributes[name] = isHidden(name) ? REDACTED : value;
    // The message and the events of a failure may quote the question.
    return withFields(span, { attributes, events: [], status: { code: span.status.code } });
  };
}

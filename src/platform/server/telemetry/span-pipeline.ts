import { type Context, trace } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { isAssistants, type SpanSink, withFields } from './finished-span.ts';
import type { MaskContent } from './mask-content.ts';

/**
 * Hands each ended span to every sink, masked once for all of them. Phoenix gets what the assistant does alone. The
 * outermost of those spans leaves without its parent, which is a request that Phoenix never sees.
 */
export function createSpanPipeline(options: {
  mask: MaskContent;
  all: readonly SpanSink[];
  assistant: readonly SpanSink[];
}): SpanProcessor {
  const parents = new WeakMap<ReadableSpan, Span>();
  return {
    onStart(span: Span, parentContext: Context) {
      const parent = trace.getSpan(parentContext) as Span | undefined;
      if (parent !== undefined && options.assistant.length > 0) parents.set(span, parent);
    },
    onEnd(span) {
      const masked = options.mask(span);
      for (const sink of options.all) sink.add(masked);
      if (options.assistant.length === 0 || !isAssistants(span)) return;
      const outermost = !isAssistants(parents.get(span));
      const sent = outermost ? withFields(masked, { parentSpanContext: undefined }) : masked;
      for (const sink of options.assistant) sink.add(sent);
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
}

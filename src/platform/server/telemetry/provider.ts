import { context, type Span, type SpanOptions, type Tracer, type TracerProvider, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** The active providers. A process has one, except in tests that open several servers. */
const providers: TracerProvider[] = [];
let installed = false;

/**
 * Routes `trace.getTracer` of the OpenTelemetry API to this provider, including for tracers created earlier.
 * Returns a function that uninstalls it.
 */
export function installProvider(provider: TracerProvider): () => void {
  if (!installed) {
    installed = true;
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider({ getTracer: (name, version) => delegate(name, version) });
  }
  providers.push(provider);
  return () => {
    const at = providers.indexOf(provider);
    if (at >= 0) providers.splice(at, 1);
  };
}

function delegate(name: string, version: string | undefined): Tracer {
  let known: { provider: TracerProvider; tracer: Tracer } | undefined;
  const current = (): Tracer | undefined => {
    const provider = providers.at(-1);
    if (provider === undefined) return undefined;
    if (known?.provider !== provider) known = { provider, tracer: provider.getTracer(name, version) };
    return known.tracer;
  };
  const untraced = trace.wrapSpanContext({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 });
  return {
    startSpan: (...args) => current()?.startSpan(...args) ?? untraced,
    startActiveSpan(spanName: string, ...rest: unknown[]) {
      const work = rest.at(-1) as (span: Span) => unknown;
      const options = rest.length > 1 ? (rest[0] as SpanOptions) : {};
      const parent = rest.length > 2 ? (rest[1] as typeof active) : context.active();
      const span = current()?.startSpan(spanName, options, parent) ?? untraced;
      return context.with(trace.setSpan(parent, span), work, undefined, span);
    },
  } as Tracer;
}
const active = context.active();

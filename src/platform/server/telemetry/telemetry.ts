import { type Context, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  RandomIdGenerator,
  type ReadableSpan,
  type Span,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { createExportQueue, type Deliver, type ExportQueue } from './export-queue.ts';
import { isAssistants, type SpanSink, withFields } from './finished-span.ts';
import { createMask, type MaskContent } from './mask-content.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { installProvider } from './provider.ts';
import { createSampler } from './sampler.ts';
import type { Destination, TelemetryConfig } from './telemetry-config.ts';
import { createTraceRing, type TraceRing } from './trace-ring.ts';

/** The telemetry of the process: traces, metrics, and their destinations. */
export type Telemetry = {
  readonly config: TelemetryConfig;
  /** The latest traces, whether or not they are exported. */
  readonly ring: TraceRing;
  readonly metrics: Metrics;
  readonly collector: ExportQueue | undefined;
  readonly phoenix: ExportQueue | undefined;
  /** Gives this id to the next trace that starts in this turn of the event loop. */
  nameNextTrace(traceId: string): void;
  /** Sends queued spans within a short time limit. Nothing is traced afterward. */
  stop(): Promise<void>;
};

const STOP_MILLISECONDS = 1500;
const LIMITS = {
  attributeValueLengthLimit: 8192,
  attributeCountLimit: 64,
  eventCountLimit: 16,
  linkCountLimit: 16,
};

/** Starts tracing and metrics. No configured destination can make this fail or slow it down. */
export function openTelemetry(config: TelemetryConfig, version?: string): Telemetry {
  const ring = createTraceRing();
  const metrics = createMetrics();
  const collector = config.collector && createExportQueue(deliverTo(config.collector));
  const phoenix = config.phoenix && createExportQueue(deliverTo(config.phoenix));
  if (collector) metrics.exporter('collector', collector.state);
  if (phoenix) metrics.exporter('phoenix', phoenix.state);
  const ids = createIds();
  const provider = new TracerProvider({
    sampler: createSampler(config.sampledShare),
    idGenerator: ids,
    spanLimits: LIMITS,
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: config.serviceName,
      ...(version === undefined ? {} : { [ATTR_SERVICE_VERSION]: version }),
      ...(config.phoenix === undefined ? {} : { 'openinference.project.name': config.phoenix.project }),
    }),
    spanProcessors: [
      createSpanPipeline({
        mask: createMask({ inputs: config.hideInputs, outputs: config.hideOutputs }),
        all: collector === undefined ? [ring] : [ring, collector],
        assistant: phoenix === undefined ? [] : [phoenix],
      }),
    ],
  });
  const uninstall = installProvider(provider);
  return {
    config,
    ring,
    metrics,
    collector,
    phoenix,
    nameNextTrace: ids.nameNext,
    async stop() {
      uninstall();
      await Promise.all([collector?.stop(STOP_MILLISECONDS), phoenix?.stop(STOP_MILLISECONDS)]);
      metrics.stop();
    },
  };
}

/** Loads the exporter at startup, only in a process that exports spans, so that no delivery waits for code. */
function deliverTo(destination: Destination): Deliver {
  const delivery = import('./otlp-delivery.ts').then(({ createOtlpDelivery }) => createOtlpDelivery(destination));
  return async (spans) => (await delivery)(spans);
}

function createIds() {
  const random = new RandomIdGenerator();
  let next: string | undefined;
  return {
    nameNext(traceId: string): void {
      next = traceId;
    },
    generateTraceId(): string {
      const id = next ?? random.generateTraceId();
      next = undefined;
      return id;
    },
    generateSpanId: () => random.generateSpanId(),
  };
}

/**
 * Passes each finished span to every sink, masked once for all of them. Phoenix gets only the assistant's spans. The
 * outermost of them is sent without its parent, which is a request that Phoenix never sees.
 */
function createSpanPipeline(options: {
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

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ExporterState } from './export-queue.ts';
import { onStatement } from './observe-statements.ts';

const REQUEST_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** Every label has few values: a route is a contract's pattern, and a status its class. */
export type RequestLabels = { readonly method: string; readonly route: string; readonly status: string };

/** Creates the metrics of this process, in their own registry. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'Duration of requests, by route pattern and status class. For streams, time to the first byte.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const statements = new Histogram({
    name: 'cairn_database_statement_duration_seconds',
    help: 'Duration of database statements, by operation and table.',
    labelNames: ['kind'],
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'cairn_database_statement_failures_total',
    help: 'Failed database statements, by operation and table.',
    labelNames: ['kind'],
    registers,
  });
  const stopListening = onStatement((kind, milliseconds, failed) => {
    statements.observe({ kind }, milliseconds / 1000);
    if (failed) failures.inc({ kind });
  });
  let ofProcess = false;
  return {
    registry,
    requests,
    /** Adds Node's own metrics: event loop delay, memory, garbage collection. */
    measureProcess(): void {
      if (ofProcess) return;
      ofProcess = true;
      collectDefaultMetrics({ register: registry });
    },
    /** Adds a gauge that is read on demand. */
    gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    /** Adds the state of an exporter. */
    exporter(destination: string, read: () => ExporterState): void {
      for (const field of ['sent', 'failed', 'dropped', 'queued'] as const)
        this.gauge(
          `cairn_exporter_${destination}_spans_${field}`,
          `Spans to the ${destination}: ${field}.`,
          () => read()[field],
        );
    },
    stop(): void {
      stopListening();
      registry.clear();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

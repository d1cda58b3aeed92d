import type { Metrics } from '#platform/server/telemetry/metrics.ts';
import type { RouteFigures } from '../contract.ts';

type Collected = { counts: Map<number, number>; total: number; clientErrors: number; serverErrors: number };

const ROUTES_MAX = 500;

/**
 * Returns latency and errors of each route since the process started, busiest first, from the histogram that Prometheus
 * reads.
 */
export async function readRouteFigures(metrics: Metrics): Promise<RouteFigures[]> {
  const { values } = await metrics.requests.get();
  const routes = new Map<string, Collected>();
  for (const { metricName, labels, value } of values) {
    const name = `${labels.method} ${labels.route}`;
    const one = routes.get(name) ?? { counts: new Map(), total: 0, clientErrors: 0, serverErrors: 0 };
    routes.set(name, one);
    if (metricName?.endsWith('_bucket')) {
      const bound = boundOf(labels);
      one.counts.set(bound, (one.counts.get(bound) ?? 0) + value);
    } else if (metricName?.endsWith('_count')) {
      one.total += value;
      if (labels.status === '4xx') one.clientErrors += value;
      if (labels.status === '5xx') one.serverErrors += value;
    }
  }
  return [...routes]
    .map(([name, one]) => ({
      method: name.slice(0, name.indexOf(' ')),
      route: name.slice(name.indexOf(' ') + 1),
      requests: one.total,
      clientErrors: one.clientErrors,
      serverErrors: one.serverErrors,
      p50: milliseconds(estimateQuantile(one.counts, 0.5)),
      p95: milliseconds(estimateQuantile(one.counts, 0.95)),
      p99: milliseconds(estimateQuantile(one.counts, 0.99)),
    }))
    .toSorted((a, b) => b.requests - a.requests)
    .slice(0, ROUTES_MAX);
}

/** Returns the bucket bound, a label (`le`) that the labels' type omits. */
function boundOf(labels: object): number {
  const bound = 'le' in labels ? labels.le : undefined;
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
}

const milliseconds = (seconds: number) => Math.round(seconds * 100_000) / 100;

/**
 * Estimates the value below which `share` of the observations lie, from cumulative bucket counts, assuming an even
 * spread within a bucket. Beyond the last finite bound it returns that bound. Returns 0 without observations.
 */
export function estimateQuantile(cumulative: ReadonlyMap<number, number>, share: number): number {
  const bounds = [...cumulative].toSorted(([a], [b]) => a - b);
  const total = bounds.at(-1)?.[1] ?? 0;
  if (total === 0) return 0;
  const wanted = share * total;
  let [below, countBelow] = [0, 0];
  for (const [bound, count] of bounds) {
    if (!Number.isFinite(bound)) return below;
    if (count >= wanted)
      return count === countBelow ? bound : below + ((bound - below) * (wanted - countBelow)) / (count - countBelow);
    [below, countBelow] = [bound, count];
  }
  return below;
}

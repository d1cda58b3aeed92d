import { ChevronRight } from 'lucide-react';
import type { TraceSpan } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import { formatCounted } from '#platform/web/format-number.ts';

type Trace = {
  readonly milliseconds: number;
  readonly droppedSpans: number;
  readonly tree: readonly TraceSpan[];
};

/**
 * The spans of a trace in tree order, each as a bar from its start to its end. It is a list: screen readers get names,
 * depths and times, and the bars are decorative.
 */
export function Waterfall({ trace }: { trace: Trace }) {
  const depths = depthsOf(trace.tree);
  const whole = Math.max(0.001, ...trace.tree.map((span) => span.startMilliseconds + span.milliseconds));
  return (
    <section aria-label="Spans">
      <div className="mb-2 flex justify-between text-12 text-muted">
        <h3>{formatCounted(trace.tree.length, 'span')}</h3>
        <span className="tabular">{formatDuration(whole)}</span>
      </div>
      <ol className="divide-y divide-line border-y border-line">
        {trace.tree.map((span) => (
          <SpanRow key={span.spanId} span={span} depth={depths.get(span.spanId) ?? 0} whole={whole} />
        ))}
      </ol>
      {trace.droppedSpans > 0 ? (
        <p className="mt-2 text-12 text-muted">{trace.droppedSpans} more spans were dropped.</p>
      ) : null}
    </section>
  );
}

const deepest = 6;

function SpanRow({ span, depth, whole }: { span: TraceSpan; depth: number; whole: number }) {
  const left = (100 * span.startMilliseconds) / whole;
  const width = Math.max(0.6, (100 * span.milliseconds) / whole);
  const facts = Object.entries(span.attributes);
  return (
    <li>
      <details className="group">
        <summary className="block cursor-pointer list-none rounded-6 py-2 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <span className="flex items-baseline justify-between gap-3">
            <span
              className="min-w-0 font-mono text-12 wrap-anywhere"
              style={{ paddingLeft: `${Math.min(depth, deepest) * 12}px` }}
            >
              <ChevronRight
                aria-hidden="true"
                size={12}
                className="mr-1 inline-block shrink-0 align-[-1.5px] text-faint transition-transform group-open:rotate-90"
              />
              <span className="sr-only">Level {depth + 1}: </span>
              {span.name}
              {span.failed ? (
                <span data-tone="red" className="ml-2 text-tone-ink">
                  failed
                </span>
              ) : null}
            </span>
            <span className="tabular shrink-0 text-12 text-muted">
              <span className="sr-only">begins at {formatDuration(span.startMilliseconds)}, takes </span>
              {formatDuration(span.milliseconds)}
            </span>
          </span>
          <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-clip rounded-full bg-stone-4">
            <span
              data-tone={toneOf(span)}
              className="block h-full rounded-full bg-tone-solid"
              style={{ marginLeft: `${Math.min(left, 99)}%`, width: `${Math.min(width, 100 - Math.min(left, 99))}%` }}
            />
          </span>
        </summary>
        <dl className="grid grid-cols-[minmax(7rem,40%)_1fr] gap-x-3 gap-y-1 pb-3 pl-3 text-12">
          <dt className="text-muted">kind</dt>
          <dd>{span.kind}</dd>
          {span.message === null ? null : (
            <>
              <dt className="text-muted">message</dt>
              <dd className="wrap-anywhere">{span.message}</dd>
            </>
          )}
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted wrap-anywhere">{name}</dt>
              <dd className="wrap-anywhere">{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function toneOf(span: TraceSpan) {
  if (span.failed) return 'red';
  if (span.attributes['openinference.span.kind'] !== undefined) return 'purple';
  return span.kind === 'client' ? 'grey' : 'teal';
}

/** Returns the depth of each span. Spans without a stored parent are roots. */
function depthsOf(tree: readonly TraceSpan[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  // Parents come before their children.
  for (const { spanId, parentSpanId } of tree)
    depths.set(spanId, parentSpanId === null ? 0 : (depths.get(parentSpanId) ?? -1) + 1);
  return depths;
}

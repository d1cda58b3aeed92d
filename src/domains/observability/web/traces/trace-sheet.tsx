import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatDuration } from '#platform/web/format-duration.ts';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { traceQuery } from '../queries.ts';
import { TraceStatus } from './trace-columns.tsx';
import { Waterfall } from './waterfall.tsx';

/** The trace named in the URL, in a side sheet. */
export function TraceSheet({ traceId, onClose }: { traceId: string | undefined; onClose: () => void }) {
  // Keeps showing the trace while the sheet slides out.
  const last = useRef(traceId);
  if (traceId !== undefined) last.current = traceId;
  return (
    <Sheet open={traceId !== undefined} onOpenChange={(open) => open || onClose()} title="Trace">
      {last.current === undefined ? null : <TraceDetails traceId={last.current} />}
    </Sheet>
  );
}

function TraceDetails({ traceId }: { traceId: string }) {
  const { data: trace, error, refetch, isFetching } = useQuery(traceQuery(traceId));
  if (error)
    return (
      <ErrorState title="Couldn't load this trace" error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  if (!trace)
    return (
      <div aria-busy="true">
        <SkeletonText lines={12} />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-mono text-13 font-medium wrap-anywhere">{trace.name}</h3>
        <TraceStatus trace={trace} />
      </div>
      <KeyValueList
        items={[
          { label: 'Duration', value: <span className="tabular">{formatDuration(trace.milliseconds)}</span> },
          { label: 'Started', value: <Time at={trace.startedAt} format="minute" /> },
          {
            label: 'Trace id',
            hint: 'The request id without hyphens. Errors and log lines include it.',
            value: (
              <span className="flex items-start justify-between gap-2">
                <span className="font-mono text-12 leading-6">{trace.traceId}</span>
                <CopyButton text={trace.traceId} what="trace id" />
              </span>
            ),
          },
        ]}
      />
      <Waterfall trace={trace} />
    </div>
  );
}

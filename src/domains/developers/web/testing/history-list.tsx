import { RotateCw, Trash2 } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { MethodBadge } from '../parts/method-badge.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import type { Draft } from './draft.ts';
import { sizeInWords } from './exchange.ts';
import type { CustomTest } from './use-custom-test.ts';

/** Recent requests from this browser, newest first. Each can be reopened. */
export function HistoryList({ test, onOpen }: { test: CustomTest; onOpen: (draft: Draft) => void }) {
  const { history } = test;
  if (history.length === 0)
    return (
      <EmptyState title="No requests yet" description="The last 30 are stored in this browser, without secrets." />
    );
  return (
    <Card
      title="History"
      description="The last 30 requests from this browser, without secrets."
      flush
      action={
        <Button size="small" variant="quiet" icon={<Trash2 aria-hidden="true" size={14} />} onClick={test.clearHistory}>
          Clear
        </Button>
      }
    >
      <ul aria-label="History" className="divide-y divide-line border-t border-line">
        {history.map(({ id, at, draft, status, milliseconds, bytes }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5">
            <MethodBadge method={draft.method} />
            <code className="min-w-0 flex-1 basis-48 truncate font-mono text-13">{draft.endpoint}</code>
            <StatusBadge status={status} />
            <span className="tabular text-13 text-muted">
              {Math.round(milliseconds)} ms, {sizeInWords(bytes)}
            </span>
            <span className="text-13 text-muted">
              <Time at={at} />
            </span>
            <Button size="small" icon={<RotateCw aria-hidden="true" size={14} />} onClick={() => onOpen(draft)}>
              Reopen
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

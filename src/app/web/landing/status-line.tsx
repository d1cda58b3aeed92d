import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { z } from 'zod';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { health } from '#domains/observability/contract.ts';
import { healthQuery } from '#domains/observability/web/index.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { useExpired } from '#platform/web/ui/timing/use-expired.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Time } from '#platform/web/ui/value/time.tsx';

type Status = { readonly tone: Tone; readonly title: string; readonly detail: string };
type Health = z.infer<typeof health.response>;

const icons = { green: CircleCheck, amber: CircleAlert, red: CircleAlert, grey: CircleDashed } as const;

/** Shows whether the server is ready, the chain is valid, and how long it is, by `/api/health`. */
export function StatusLine() {
  const { data, error, dataUpdatedAt } = useQuery(healthQuery);
  const expired = useExpired(dataUpdatedAt, timing.verdictLifetime);
  const { tone, title, detail } = statusOf(data, error, expired);
  const Icon = icons[tone as keyof typeof icons];
  return (
    <section
      id="status"
      aria-label="Status"
      data-tone={tone}
      className="mt-8 grid scroll-mt-20 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 rounded-12 sm:grid-cols-[auto_minmax(0,1fr)_auto] border border-tone-line bg-surface px-5 py-4"
    >
      <Icon aria-hidden="true" size={18} className="text-tone-ink" />
      <p aria-live="polite" className="min-w-0">
        <strong className="font-semibold">{title}</strong> <span className="tabular text-muted">{detail}</span>
      </p>
      <p className="col-start-2 text-14 text-muted sm:col-start-3">
        {data === undefined ? null : (
          <>
            as of <Time at={dataUpdatedAt / 1000} />,{' '}
          </>
        )}
        <a href="/api/health" className={linkClass}>
          /api/health
        </a>
      </p>
    </section>
  );
}

/** Returns the status to show. A failed request takes precedence over the last answer, which may be old. */
function statusOf(data: Health | undefined, error: Error | null, expired: boolean): Status {
  if (error instanceof ApiError && error.status === 503)
    return { tone: 'red', title: 'Not ready.', detail: error.message };
  if (error !== null)
    return { tone: 'red', title: 'The server could not be reached.', detail: 'Its status is unknown.' };
  if (data === undefined) return { tone: 'grey', title: 'Status', detail: 'of this server and its chain' };
  const blocks = formatCounted(data.blockchain_length, 'block');
  const state = expired && data.blockchain_state === 'valid' ? 'unknown' : data.blockchain_state;
  if (state === 'valid') return { tone: 'green', title: 'Ready.', detail: `The chain is valid: ${blocks}.` };
  if (state === 'invalid')
    return { tone: 'red', title: 'Ready, but the chain is not valid.', detail: `It has ${blocks}.` };
  return { tone: 'amber', title: 'Ready.', detail: `The chain was not verified in the last 30 seconds: ${blocks}.` };
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Measure } from '#domains/observability/contract/health.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { useExpired } from '#platform/web/ui/timing/use-expired.ts';
import { healthQuery } from './health-query.ts';

export const integrity = {
  valid: { share: 1, value: 'Verified', tone: 'green' },
  unknown: { share: 0, value: 'Not verified', tone: 'amber' },
  invalid: { share: 0, value: 'Error', tone: 'red' },
} as const;

/** Three bars: chain validity, and two measurements with their objectives. */
export function ChainHealth({ broken }: { broken?: ReactNode }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...healthQuery, refetchOnWindowFocus: true });
  const expired = useExpired(dataUpdatedAt, timing.verdictLifetime);
  if (error && !data)
    return <ErrorState title="Couldn't load the chain's health" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  const state = expired && data.blockchain_state === 'valid' ? 'unknown' : data.blockchain_state;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <ProgressBar label="Data Integrity" {...integrity[state]} />
        {state === 'valid' ? <p className="mt-1.5 text-12 text-muted">No recorded event has been changed.</p> : null}
        {state === 'invalid' ? <div className="mt-1.5 text-13">{broken}</div> : null}
        {state === 'unknown' ? (
          <p className="mt-1.5 text-12 text-muted">The chain has not been checked in the last 30 seconds.</p>
        ) : null}
      </div>
      {data.unreachable_peers === undefined || data.unreachable_peers.length === 0 ? null : (
        <p data-tone="amber" className="-mt-2 text-12 wrap-anywhere text-tone-ink">
          Other servers of this ledger can't be reached: {data.unreachable_peers.join(', ')}. What they signed is not
          compared.
        </p>
      )}
      <Measured label="Block Generation" measure={data.blockGeneration} />
      <Measured label="Network Sync" measure={data.networkSync} />
    </div>
  );
}

function Measured({ label, measure }: { label: string; measure: Measure }) {
  const { percent, objectivePercent, explanation } = measure;
  const met = percent === null || percent >= objectivePercent;
  const value =
    percent === null ? 'No rate yet' : met ? `Optimal · ${percent}%` : `${percent}%, goal ${objectivePercent}%`;
  return (
    <div>
      <ProgressBar
        label={label}
        share={percent === null ? 0 : percent / 100}
        value={value}
        tone={met ? 'teal' : 'amber'}
      />
      <p className="mt-1.5 text-12 text-muted">{explanation}</p>
    </div>
  );
}

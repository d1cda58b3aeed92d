import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  canCancelValidation,
  cancelValidation,
  startValidation,
  type ValidationJob,
} from '#domains/ledger/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { formatCount, formatCounted, formatShare } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { validationsQuery, verifierQuery } from './job-queries.ts';

const tones: Readonly<Record<ValidationJob['state'], Tone>> = {
  running: 'amber',
  valid: 'green',
  invalid: 'red',
  cancelled: 'grey',
  failed: 'red',
};

const columns: readonly Column<ValidationJob>[] = [
  {
    id: 'startedAt',
    header: 'Started',
    cell: ({ startedAt }) => <Time at={startedAt} />,
    text: ({ startedAt }) => startedAt,
    phone: 'title',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge>,
    text: ({ state }) => state,
    phone: 'mark',
  },
  {
    id: 'checked',
    header: 'Blocks checked',
    cell: ({ checkedBlocks, totalBlocks }) => `${formatCount(checkedBlocks)} of ${formatCount(totalBlocks)}`,
    text: ({ checkedBlocks }) => checkedBlocks,
  },
  {
    id: 'finishedAt',
    header: 'Ended',
    cell: ({ finishedAt }) => <Time at={finishedAt} unknown="Not yet" />,
    text: ({ finishedAt }) => finishedAt ?? '',
  },
  {
    id: 'error',
    header: 'Result',
    cell: ({ error, state }) => error ?? (state === 'valid' ? 'All blocks are valid' : '–'),
    text: ({ error }) => error ?? '',
  },
];

/**
 * Shows the ledger's background jobs: the verifier, which runs continuously, and the full validations. A validation is
 * canceled by the account that started it or by an administrator.
 */
export function JobsTab() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(validationsQuery);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin'] });
  const start = useCallMutation(startValidation, { onSuccess: refresh });
  const cancel = useCallMutation(cancelValidation, { onSuccess: refresh });
  const { user } = useSession();
  const running = data?.validations.find(({ state }) => state === 'running');
  const mayCancel = running?.own === true || (user !== null && holds(user, canCancelValidation));
  return (
    <div className="flex flex-col gap-5">
      <Verifier />
      {error && !data ? (
        <ErrorState title="Couldn't load the validations" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Full validations"
          columns={columns}
          rows={data?.validations}
          rowKey={({ id }) => id}
          skeletonRows={3}
          toolbar={
            <>
              <h2 className="text-14 font-semibold text-ink">Full validations</h2>
              <span className="ml-auto">
                {running && !mayCancel ? null : running ? (
                  <Button
                    size="small"
                    busy={cancel.isPending && 'Cancelling…'}
                    onClick={() => cancel.mutate({ params: { id: running.id } })}
                  >
                    Cancel
                  </Button>
                ) : (
                  <Button size="small" busy={start.isPending && 'Starting…'} onClick={() => start.mutate({})}>
                    Validate now
                  </Button>
                )}
              </span>
            </>
          }
          empty={
            <EmptyState title="No full validations yet" description="A full validation re-reads every stored block." />
          }
        />
      )}
    </div>
  );
}

function Verifier() {
  const { data, error, refetch } = useQuery(verifierQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the verifier’s state" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-56 w-full rounded-12" />;
  const { valid, error: fault, verifiedBlocks, totalBlocks, checkpointSize, validatedAt } = data;
  return (
    <Card
      title="Verifier"
      description="Checks each new block, signs checkpoints, and re-reads the whole chain continuously."
    >
      <KeyValueList
        items={[
          { label: 'Verdict', value: <Badge tone={valid ? 'green' : 'red'}>{valid ? 'valid' : 'invalid'}</Badge> },
          ...(fault === undefined ? [] : [{ label: 'Fault', value: fault }]),
          {
            label: 'Verified',
            value: `${formatCount(verifiedBlocks)} of ${formatCounted(totalBlocks, 'block')} (${formatShare(totalBlocks === 0 ? 1 : verifiedBlocks / totalBlocks)})`,
          },
          { label: 'Signed', value: `a checkpoint over ${formatCounted(checkpointSize, 'block')}` },
          { label: 'Last checked', value: <Time at={validatedAt} /> },
        ]}
      />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block } from '#domains/ledger/contract.ts';
import { BlockLink, BlockProof, blockNumber } from '#domains/ledger/web/index.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { stonesQuery } from './queries.ts';

/** Shows the current chain, and verifies its newest block in this browser. */
export default function LiveProof() {
  const { data, error, refetch, isFetching } = useQuery(stonesQuery);
  const newest = data?.chain.at(-1);
  if (data === undefined && error === null) return <Skeleton className="h-105 rounded-12" />;
  return (
    <section
      id="newest-block"
      aria-label="The chain right now"
      className="scroll-mt-20 rounded-12 border border-line bg-surface p-5 sm:p-6"
    >
      {data === undefined || newest === undefined ? (
        <ErrorState
          title="The chain could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <div className="flex items-end gap-6">
            <StoneStack
              stones={data.chain.map(({ index }) =>
                index === newest.index ? { id: index, tone: 'teal' } : { id: index },
              )}
              rows={7}
              width={136}
              label={`The newest ${formatCounted(data.chain.length, 'block')} as a stack of stones`}
              className="shrink-0 max-[22rem]:hidden"
            />
            <dl className="min-w-0 pb-2">
              <dt className="text-14 text-muted">Chain height</dt>
              <dd className="tabular text-32 font-semibold">{formatCount(data.length)}</dd>
              <dt className="mt-3 text-14 text-muted">Last block</dt>
              <dd className="font-medium">
                <Time at={newest.timestamp} />
              </dd>
            </dl>
          </div>
          <VerifyNewest newest={newest} />
        </>
      )}
    </section>
  );
}

/** Keeps its initial block as the chain grows. The reader can switch to a newer one. */
function VerifyNewest({ newest }: { newest: Block }) {
  const [block, setBlock] = useState(newest);
  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="mb-3 flex min-h-control-small flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-16">
          Verify it yourself: block <BlockLink index={block.index} />
        </h2>
        {newest.index > block.index ? (
          <Button size="small" variant="quiet" onClick={() => setBlock(newest)}>
            Take block {blockNumber(newest.index)}
          </Button>
        ) : null}
      </div>
      <BlockProof key={block.index} claim={{ index: block.index, hash: block.hash }} />
    </div>
  );
}

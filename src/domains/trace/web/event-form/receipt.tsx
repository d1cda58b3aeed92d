import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Block, noCheckpoint, proveInclusion } from '#domains/ledger/contract.ts';
import { BlockLink, BlockProof, blockNumber, linkClass } from '#domains/ledger/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { titleOf } from '../actions.ts';
import { AnomalyBadge } from '../anomaly-badge.tsx';
import { AnomalyExplanations } from '../anomaly-explanations.tsx';
import { AssetCairn } from '../asset-cairn.tsx';
import { newestStepQuery } from '../queries.ts';

/** The receipt of a recorded event: its asset with the new stone on top, its block, and its proof. */
export function Receipt({ block, action }: { block: Block; action?: ReactNode }) {
  const { action: recorded, asset_id: assetId } = block.data;
  return (
    <Card
      title={`Recorded in block ${blockNumber(block.index)}`}
      action={<BlockLink index={block.index} words="Show the block" />}
    >
      <div className="flex flex-col gap-4">
        {typeof recorded === 'string' && typeof assetId === 'string' ? (
          <NewestStep assetId={assetId} action={recorded} index={block.index} />
        ) : null}
        <Hash value={block.hash} />
        <FreshProof key={block.index} block={block} />
        {action ? <div>{action}</div> : null}
      </div>
    </Card>
  );
}

/** The recorded step as the newest stone, which settles on the asset's cairn, with its anomalies. */
function NewestStep({ assetId, action, index }: { assetId: string; action: string; index: number }) {
  const { data: { asset, step } = {} } = useQuery(newestStepQuery(assetId));
  const anomalies = step?.blockIndex === index ? step.anomalies : [];
  return (
    <div className="flex items-end gap-4">
      <span className="flex h-18 w-18 shrink-0 items-end justify-center">
        {asset ? <AssetCairn asset={asset} width={72} rows={5} /> : <Skeleton className="h-14 w-16" />}
      </span>
      <div className="min-w-0 pb-1">
        <p className="text-16 font-semibold">{titleOf(action)}</p>
        <p className="wrap-anywhere">
          <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
            {asset?.name ?? assetId}
          </Link>
        </p>
        <p className="text-13 text-muted">
          {asset && asset.name !== assetId ? (
            <>
              <code className="text-12">{assetId}</code> ·{' '}
            </>
          ) : null}
          {asset ? `${formatCounted(asset.eventCount, 'step')} so far` : ' '}
        </p>
        {anomalies.map((anomaly) => (
          <AnomalyBadge key={anomaly} anomaly={anomaly} />
        ))}
        <AnomalyExplanations anomalies={anomalies} />
      </div>
    </div>
  );
}

const pollInterval = 400;

/** The proof of a new block. It becomes available with the next checkpoint, about a second later. */
function FreshProof({ block }: { block: Block }) {
  const { data } = useQuery({
    queryKey: ['proof', block.index],
    queryFn: ({ signal }) => call(proveInclusion, { params: { index: block.index } }, { signal }),
    retry: (_, error) => error instanceof ApiError && error.code === noCheckpoint.code,
    retryDelay: pollInterval,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!data) {
    return (
      <p className="flex items-center gap-2 text-13 text-muted">
        <Spinner size={13} /> Waiting for the next signed checkpoint.
      </p>
    );
  }
  return <BlockProof claim={{ index: block.index, hash: block.hash }} />;
}

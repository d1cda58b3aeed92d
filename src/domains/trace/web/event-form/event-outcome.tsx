import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { noCheckpoint, proveInclusion } from '#domains/ledger/contract.ts';
import { BlockLink, BlockProof } from '#domains/ledger/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import type { Outcome, Wait } from '../outbox/record-or-keep.ts';
import { useEntryEnd } from '../outbox/use-outbox.ts';

/** The result of the sent event: its block with its proof, or its entry in the outbox. */
export function EventOutcome({ outcome, action }: { outcome: Outcome; action?: ReactNode }) {
  return outcome.kind === 'kept' ? (
    <KeptEvent key={outcome.key} entry={outcome.key} because={outcome.because} action={action} />
  ) : (
    <Receipt block={outcome.block} action={action} />
  );
}

const waiting: Readonly<Record<Wait, string>> = {
  unreachable:
    "Couldn't reach the server. Your event is saved on this device and will be sent when you're back online.",
  unavailable:
    "The server can't record events right now. Your event is saved on this device and will be sent as soon as it can.",
  'earlier event':
    'An earlier event of this asset has not been sent yet. Your event is saved on this device and will be sent after it.',
};

/**
 * The event that waits in the outbox. Turns into its receipt when it is recorded, so that nobody records it twice, and
 * into the reason when it is refused.
 */
function KeptEvent({ entry, because, action }: { entry: string; because: Wait; action: ReactNode }) {
  const end = useEntryEnd(entry);
  if (end?.kind === 'recorded') return <Receipt block={end.block} action={action} />;
  if (end?.kind === 'discarded') return <Banner>This event was discarded. It was not recorded.</Banner>;
  return (
    <Banner
      kind={end === undefined ? 'info' : 'failure'}
      action={
        <Link to="/events" search={{ action: 'outbox' }} className={buttonClass('secondary', 'small')}>
          Open the outbox
        </Link>
      }
    >
      {end === undefined ? waiting[because] : `The event was not recorded. ${end.reason}`}
    </Banner>
  );
}

function Receipt({ block, action }: { block: { index: number; hash: string }; action: ReactNode }) {
  return (
    <Card title={`Recorded in block #${block.index}`} action={<BlockLink index={block.index} words="Show the block" />}>
      <div className="flex flex-col gap-3">
        <Hash value={block.hash} />
        <FreshProof key={block.index} block={block} />
        {action ? <div>{action}</div> : null}
      </div>
    </Card>
  );
}

const pollInterval = 400;

/** The proof of a new block. It becomes available with the next checkpoint, about a second later. */
function FreshProof({ block }: { block: { index: number; hash: string } }) {
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

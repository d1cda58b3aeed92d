import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readBlock } from '#domains/ledger/contract.ts';
import { blockNumber } from '#domains/ledger/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';
import { mayCorrect, recentActivities } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { RecordingNotices } from '#platform/web/recording-notices.tsx';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { CorrectionForm } from './correction-form.tsx';
import type { RecordedEvent } from './correction-values.ts';

/** The correction of one event, in a side sheet. */
export default function CorrectionSheet({ index, onClose }: { index: number; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={`Correct block ${blockNumber(index)}`}>
      <RecordingNotices />
      <Guard>{(user) => <Correction key={index} index={index} account={user} />}</Guard>
    </Sheet>
  );
}

type Account = Parameters<Parameters<typeof Guard>[0]['children']>[0];

/** Read once, so that the form's initial content never changes during editing. */
const correctableQuery = (index: number) =>
  queryOptions({
    queryKey: ['correctable', index],
    queryFn: async ({ signal }) => {
      const [block, listed] = await Promise.all([
        call(readBlock, { params: { index } }, { signal }),
        call(recentActivities, { query: { clock: 'recorded', before: index + 1, limit: 1 } }, { signal }),
      ]);
      return { data: block.data, activity: listed.activities[0] };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function Correction({ index, account }: { index: number; account: Account }) {
  const { data: read, error, refetch } = useQuery(correctableQuery(index));
  if (error)
    return (
      <ErrorState title={`Couldn't load block ${blockNumber(index)}`} error={error} onRetry={() => void refetch()} />
    );
  if (!read) return <SkeletonText lines={8} />;
  const { data, activity } = read;
  const assetId = activity?.assetId;
  if (activity?.blockIndex !== index || assetId === undefined)
    return <Refused title="This block is not an asset event" words="It has nothing to correct." index={index} />;
  if (!mayCorrect(account, { ...activity, participant: activity.participantName })) {
    return (
      <Refused
        index={index}
        title={activity.correctedBy === undefined ? "You can't correct this event" : 'This event was already corrected'}
        words={
          activity.correctedBy === undefined
            ? "Only its recorder or an administrator can. An asset's first event and corrections can't be corrected. Record a new event instead."
            : `Block ${blockNumber(activity.correctedBy)} has the correction.`
        }
      />
    );
  }
  const meta = data['meta'];
  const event: RecordedEvent = {
    index,
    assetId,
    user: activity.participantName,
    action: activity.action,
    meta: typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? (meta as RecordedEvent['meta']) : {},
    happenedAt: activity.timestamp,
  };
  return <CorrectionForm user={account} event={event} />;
}

function Refused({ index, title, words }: { index: number; title: string; words: string }) {
  return (
    <EmptyState
      title={title}
      description={words}
      action={
        <Link to="/blockchain" search={{ block: String(index) }} className={buttonClass()}>
          Show the block
        </Link>
      }
    />
  );
}

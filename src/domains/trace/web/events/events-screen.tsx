import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { goodsClock } from '#domains/trace/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { eventsQuery } from '../activity-queries.ts';
import { NewerEvents } from '../newer-events.tsx';
import { Confirmations } from './confirmations.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import type { EventsSearch } from './events-search.ts';

const EventSheet = lazy(() => import('../event-form/event-sheet.tsx'));
const ImportSheet = lazy(() => import('../event-import/import-sheet.tsx'));
const OutboxSheet = lazy(() => import('../outbox/outbox-sheet.tsx'));
const CorrectionSheet = lazy(() => import('../correction/correction-sheet.tsx'));

/** The header of the events page. */
export const eventsHeading = {
  title: 'Events',
  subtitle: 'All recorded events, newest first',
};

/** The events page: a filtered list, and the forms to record, correct and import events. */
export function EventsScreen({ search }: { search: EventsSearch }) {
  const navigate = useNavigate({ from: '/events' });
  const change = (next: Partial<EventsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <div className="page-width">
      <title>Events · Cairn</title>
      <PageHeader
        {...eventsHeading}
        actions={
          <>
            <Button icon={<FileUp aria-hidden="true" size={16} />} onClick={() => change({ action: 'import' })}>
              Import CSV
            </Button>
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" size={16} />}
              onClick={() => change({ action: 'add' })}
            >
              Add Event
            </Button>
          </>
        }
      />
      <Confirmations />
      <EventFilters search={search} onChange={change} />
      <Events search={search} onClear={() => void navigate({ search: {}, replace: true })} />
      <Suspense>
        <OpenSheet
          search={search}
          onClose={() => change({ action: undefined, block: undefined, record: undefined, id: undefined })}
        />
      </Suspense>
    </div>
  );
}

/** The sheet that the URL opens next to the list. */
function OpenSheet({ search, onClose }: { search: EventsSearch; onClose: () => void }) {
  const { action, block } = search;
  if (action === 'add') return <EventSheet variant="event" begin={beginOf(search)} onClose={onClose} />;
  if (action === 'import') return <ImportSheet onClose={onClose} />;
  if (action === 'outbox') return <OutboxSheet onClose={onClose} />;
  if (action === 'correct' && block !== undefined) return <CorrectionSheet index={Number(block)} onClose={onClose} />;
  return null;
}

const beginOf = ({ record, id }: EventsSearch) => ({
  ...(record === undefined ? {} : { action: record }),
  ...(id === undefined ? {} : { assetId: id }),
});

function Events({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const { event, asset, participant, anomalous, concerning, from, to, clock = goodsClock } = search;
  const filter = {
    action: event,
    assetId: asset || undefined,
    participantId: participant || undefined,
    anomalous,
    ...(anomalous && concerning ? { concerning } : {}),
    ...(from && to ? { from, to } : {}),
  };
  const events = useInfiniteQuery(eventsQuery({ ...filter, clock }));
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = events;
  if (error && !data)
    return <ErrorState title="Couldn't load the events" error={error} onRetry={() => void refetch()} />;
  const filtered = Object.values(filter).some(Boolean);
  return (
    <div>
      <div className="sticky top-18 z-20 flex h-0 justify-center">
        <NewerEvents readAt={events.dataUpdatedAt} onShow={() => void refetch()} />
      </div>
      <EventList
        events={data?.pages.flat()}
        clock={clock}
        search={search}
        refreshing={isPlaceholderData}
        readAt={<ReadAt at={events.dataUpdatedAt} />}
        empty={
          <EmptyState
            title={filtered ? 'No events match these filters' : 'No events yet'}
            action={filtered ? <Button onClick={onClear}>Clear Filters</Button> : null}
          />
        }
      />
      {hasNextPage ? (
        <div className="flex justify-center py-4">
          <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Load older events
          </Button>
        </div>
      ) : null}
    </div>
  );
}

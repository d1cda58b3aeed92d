import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ActivityList } from './activity-list.tsx';
import { EventFilters } from './event-filters.tsx';
import type { EventsSearch } from './events-search.ts';
import { eventsQuery } from './queries.ts';

const EventSheet = lazy(() => import('./event-form/event-sheet.tsx'));

/** What happened lately, filtered, and the way to record what happens next. */
export function EventsScreen({ search }: { search: EventsSearch }) {
  const navigate = useNavigate({ from: '/events' });
  const change = (next: Partial<EventsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <div className="page-width">
      <title>Events · Cairn</title>
      <PageHeader
        title="Events"
        subtitle="Everything that was recorded, newest first"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" size={16} />}
            onClick={() => change({ action: 'add' })}
          >
            Add Event
          </Button>
        }
      />
      <EventFilters search={search} onChange={change} />
      <Events search={search} onClear={() => void navigate({ search: {}, replace: true })} />
      {search.action === 'add' ? (
        <Suspense>
          <EventSheet variant="event" onClose={() => change({ action: undefined })} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Events({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const { event, asset, participant, anomalous } = search;
  const filter = { action: event, assetId: asset || undefined, participantId: participant || undefined, anomalous };
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    eventsQuery(filter),
  );
  if (error && !data)
    return <ErrorState title="The events could not be loaded" error={error} onRetry={() => void refetch()} />;
  const activities = data?.pages.flat();
  return (
    <Card flush className={isPlaceholderData ? 'opacity-60' : ''}>
      {activities === undefined ? (
        <div aria-busy="true" className="px-5">
          <SkeletonRows rows={8} />
        </div>
      ) : activities.length === 0 ? (
        <EmptyState
          title={Object.values(filter).some(Boolean) ? 'No events match these filters' : 'No events yet'}
          action={Object.values(filter).some(Boolean) ? <Button onClick={onClear}>Clear Filters</Button> : null}
        />
      ) : (
        <>
          <ActivityList label="Events" activities={activities} />
          {hasNextPage ? (
            <div className="flex justify-center border-t border-line py-3">
              <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
                Load older events
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}

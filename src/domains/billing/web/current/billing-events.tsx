import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { EventList } from '../event-list.tsx';
import { eventsQuery } from '../queries.ts';

/** The history of the subscription, with all reminders, the newest first. */
export function BillingEvents() {
  const { data, error, isFetching, refetch } = useQuery(eventsQuery);
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the history"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Card title="History">
      {data === undefined ? (
        <SkeletonText lines={4} />
      ) : data.events.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        // Positioned, so that text for screen readers scrolls with the list.
        <div className="relative max-h-96 overflow-y-auto">
          <EventList events={data.events} />
        </div>
      )}
    </Card>
  );
}

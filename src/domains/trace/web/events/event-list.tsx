import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Activity, EventClock } from '#domains/trace/contract.ts';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { CorrectLink } from '../correction/correct-link.tsx';
import { ActivityList } from './activity-list.tsx';
import { eventColumns } from './event-columns.tsx';
import type { EventsSearch } from './events-search.ts';

export type EventListProps = {
  /** Undefined while loading. */
  events: readonly Activity[] | undefined;
  clock: EventClock;
  search: EventsSearch;
  empty: ReactNode;
  /** Shown above the events. */
  readAt: ReactNode;
  refreshing: boolean;
};

const rowKey = (event: Activity) => event.id;

/** Events as a table whose rows open the asset; lines of two on a phone. */
export function EventList({ events, clock, search, empty, readAt, refreshing }: EventListProps) {
  const navigate = useNavigate();
  const phone = useMediaQuery('(width < 40rem)');
  const columns = useMemo(() => eventColumns(clock, search), [clock, search]);
  const open = ({ assetId, blockIndex }: Activity) =>
    void (assetId === undefined
      ? navigate({ to: '/blockchain', search: { block: String(blockIndex) } })
      : navigate({ to: '/assets/$assetId', params: { assetId } }));
  if (!phone)
    return (
      <DataTable
        name="Events"
        columns={columns}
        rows={events}
        rowKey={rowKey}
        onOpen={open}
        refreshing={refreshing}
        toolbar={
          <>
            <h2 className="text-14 font-semibold text-ink">Events</h2>
            {readAt}
          </>
        }
        empty={empty}
      />
    );
  return (
    <Card flush className={refreshing ? 'opacity-60' : ''}>
      {events === undefined ? (
        <div aria-busy="true" className="px-5">
          <SkeletonRows rows={8} />
        </div>
      ) : events.length === 0 ? (
        empty
      ) : (
        <>
          <p className="px-5 pt-3 empty:hidden">{readAt}</p>
          <ActivityList
            label="Events"
            clock={clock}
            activities={events}
            action={(event) => <CorrectLink event={{ ...event, participant: event.participantName }} keep={search} />}
          />
        </>
      )}
    </Card>
  );
}

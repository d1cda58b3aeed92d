import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Activity, EventClock } from '#domains/trace/contract.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
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

/** Events as a table whose rows open the asset, where an event can also be corrected. */
export function EventList({ events, clock, search, empty, readAt, refreshing }: EventListProps) {
  const navigate = useNavigate();
  const columns = useMemo(() => eventColumns(clock, search), [clock, search]);
  const open = ({ assetId, blockIndex }: Activity) =>
    void (assetId === undefined
      ? navigate({ to: '/blockchain', search: { block: String(blockIndex) } })
      : navigate({ to: '/assets/$assetId', params: { assetId } }));
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
}

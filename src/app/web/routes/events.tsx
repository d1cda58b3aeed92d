import { createFileRoute } from '@tanstack/react-router';
import { Guard } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import { EventsScreen, EventsSearch, eventsHeading } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/events')({
  validateSearch: EventsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  return (
    <Guard capability={canOpenEvents} heading={eventsHeading}>
      {() => <EventsScreen search={search} />}
    </Guard>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { Guard } from '#domains/participants/web/index.ts';
import { EventsScreen, EventsSearch } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/events')({
  validateSearch: EventsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  return <Guard roles={['manufacturer', 'shipper', 'retailer']}>{() => <EventsScreen search={search} />}</Guard>;
}

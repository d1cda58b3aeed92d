import { createFileRoute } from '@tanstack/react-router';
import { Guard, useSession } from '#domains/participants/web/index.ts';
import { EventsScreen, EventsSearch } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/events')({
  validateSearch: EventsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const { user } = useSession();
  // An administrator may record, and correct, for anyone.
  const roles = user?.administrator ? {} : { roles: ['manufacturer', 'shipper', 'retailer'] as const };
  return <Guard {...roles}>{() => <EventsScreen search={search} />}</Guard>;
}

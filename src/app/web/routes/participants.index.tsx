import { createFileRoute } from '@tanstack/react-router';
import { opensTo } from '#domains/participants/contract.ts';
import { ParticipantsScreen, ParticipantsSearch, useSession } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';

export const Route = createFileRoute('/participants/')({ validateSearch: ParticipantsSearch, component: Page });

function Page() {
  const { user } = useSession();
  const opensEvents = opensTo(user, { capability: canOpenEvents });
  return <ParticipantsScreen search={Route.useSearch()} opensEvents={opensEvents} />;
}

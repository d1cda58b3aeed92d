import { createFileRoute } from '@tanstack/react-router';
import { opensTo } from '#domains/participants/contract.ts';
import { ParticipantPage, ParticipantSearch, useSession } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import { CounterpartyTable, ParticipantDoings } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/participants/$username')({ validateSearch: ParticipantSearch, component: Page });

function Page() {
  const { username } = Route.useParams();
  const { user } = useSession();
  return (
    <ParticipantPage
      key={username}
      username={username}
      search={Route.useSearch()}
      doings={<ParticipantDoings username={username} />}
      counterparties={<CounterpartyTable username={username} />}
      opensEvents={opensTo(user, { capability: canOpenEvents })}
    />
  );
}

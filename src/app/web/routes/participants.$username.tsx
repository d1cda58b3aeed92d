import { createFileRoute } from '@tanstack/react-router';
import { ParticipantPage, ParticipantSearch } from '#domains/participants/web/index.ts';
import { toneOf } from '#domains/trace/web/index.ts';

export const Route = createFileRoute('/participants/$username')({ validateSearch: ParticipantSearch, component: Page });

function Page() {
  const { username } = Route.useParams();
  return <ParticipantPage key={username} username={username} search={Route.useSearch()} toneOf={toneOf} />;
}

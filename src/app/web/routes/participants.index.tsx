import { createFileRoute } from '@tanstack/react-router';
import { ParticipantsScreen, ParticipantsSearch } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/participants/')({
  validateSearch: ParticipantsSearch,
  component: () => <ParticipantsScreen search={Route.useSearch()} />,
});

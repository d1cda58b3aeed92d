import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ProfileScreen, ProfileSearch } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/profile')({ validateSearch: ProfileSearch, component: Page });

function Page() {
  const hash = useLocation({ select: (location) => location.hash });
  return <ProfileScreen search={Route.useSearch()} hash={hash} />;
}

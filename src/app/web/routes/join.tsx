import { createFileRoute, useLocation } from '@tanstack/react-router';
import { JoinScreen } from '#domains/billing/web/index.ts';

export const Route = createFileRoute('/join')({ component: Page });

function Page() {
  // Browsers send the fragment to no server, so the token is in no log.
  const token = useLocation({ select: (location) => location.hash });
  return <JoinScreen token={token} />;
}

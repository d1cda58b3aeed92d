import { createFileRoute } from '@tanstack/react-router';
import { Guard } from '#domains/participants/web/index.ts';
import { canOpenPortal } from '#domains/registry/contract/capabilities.ts';
import { BecomeResident, PortalSearch, portalHeading, ResidentPortal } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/resident')({ validateSearch: PortalSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return (
    <Guard
      capability={canOpenPortal}
      heading={portalHeading}
      help={(user) => <BecomeResident username={user.username} />}
    >
      {(user) => <ResidentPortal search={search} user={user} />}
    </Guard>
  );
}

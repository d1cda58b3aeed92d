import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { RoleDemo } from '../role-demo/role-demo.tsx';
import { RoleDemoSearch } from '../role-demo/role-demo-search.ts';

export const Route = createFileRoute('/role-demo')({ validateSearch: RoleDemoSearch, component: Page });

function Page() {
  useReloadAfterSignIn();
  return <RoleDemo search={Route.useSearch()} />;
}

/** The page reloads after a visitor signs in on it. */
function useReloadAfterSignIn(): void {
  const { loading, user } = useSession();
  const cameSignedOut = useRef(false);
  useEffect(() => {
    if (loading) return;
    if (user === null) cameSignedOut.current = true;
    else if (cameSignedOut.current) window.location.reload();
  }, [loading, user]);
}

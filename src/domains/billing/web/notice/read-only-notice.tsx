import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { accountQuery } from '../queries.ts';
import { Unpaid } from './unpaid.tsx';

/**
 * A notice on every page, once the subscription screen has loaded that the account is read-only: the reason, and how to resolve it. The
 * subscription screen has the same notice.
 */
export function ReadOnlyNotice() {
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/subscription' });
  // It sends no request itself: on a page that only reads, one would end an expired session while the user fills in a form in another tab.
  const { data } = useQuery({ ...accountQuery, enabled: false });
  if (isThere || data === undefined || data.readOnlySince === null) return null;
  return (
    <div className="page-width pt-4">
      <Unpaid account={data} />
    </div>
  );
}

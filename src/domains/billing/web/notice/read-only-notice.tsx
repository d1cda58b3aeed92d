import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { accountQuery } from '../queries.ts';
import { Unpaid } from './unpaid.tsx';

/** On every page, once the subscription screen has learned that nothing can be recorded: why, and the way out. The subscription screen has the same notice itself. */
export function ReadOnlyNotice() {
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/subscription' });
  // It asks for nothing itself: a page that only reads would end a session that has expired while somebody fills in a form in another tab.
  const { data } = useQuery({ ...accountQuery, enabled: false });
  if (isThere || data === undefined || data.readOnlySince === null) return null;
  return (
    <div className="page-width pt-4">
      <Unpaid account={data} />
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { startedTrialQuery } from './started-trial.ts';

/** The notice on the dashboard of a new account with a trial: when the trial ends. */
export function TrialNotice() {
  const isDashboard = useRouterState({
    select: ({ location }) => location.pathname === '/dashboard' || location.pathname === '/',
  });
  const queryClient = useQueryClient();
  const { data: end } = useQuery(startedTrialQuery);
  if (!isDashboard || !end) return null;
  return (
    <div className="page-width pt-4">
      <Banner
        action={
          <span className="flex items-center gap-1">
            <Link to="/subscription" className={buttonClass('secondary', 'small')}>
              Show Subscription
            </Link>
            <IconButton
              label="Close this notice"
              size="small"
              tooltip={false}
              onClick={() => queryClient.setQueryData(startedTrialQuery.queryKey, null)}
            >
              <X aria-hidden="true" size={14} />
            </IconButton>
          </span>
        }
      >
        Your free trial of Starter has started. It runs until <Time at={end} format="utc day" />.
      </Banner>
    </div>
  );
}

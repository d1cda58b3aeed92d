import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { healthQuery } from '#domains/observability/web/index.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Links visitors to the free trial, and signed-in users to their dashboard. */
export function TrialLink() {
  const { user } = useSession();
  if (user !== null) {
    return (
      <Link to="/dashboard" className={buttonClass('primary', 'large')}>
        Open the Dashboard
      </Link>
    );
  }
  return (
    <Link to="." search={{ trial: 'start' }} resetScroll={false} className={buttonClass('primary', 'large')}>
      Start Free Trial
    </Link>
  );
}

/** Links to the demo accounts, or to the public explorer where there are none. */
export function DemoLink() {
  const { data } = useQuery(healthQuery);
  if (data?.demo === false) {
    return (
      <Link to="/blockchain" className={buttonClass('secondary', 'large')}>
        Explore the Chain
      </Link>
    );
  }
  return (
    <Link to="/role-demo" className={buttonClass('secondary', 'large')}>
      Try the Demo
    </Link>
  );
}

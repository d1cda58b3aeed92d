import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { healthQuery } from '#domains/observability/web/index.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Links visitors to the sign-up, and signed-in users to their dashboard. */
export function SignUpLink() {
  const { user } = useSession();
  const isBilled = useQuery(healthQuery).data?.billing !== false;
  if (user !== null) {
    return (
      <Link to="/dashboard" className={buttonClass('primary', 'large')}>
        Open the Dashboard
      </Link>
    );
  }
  return (
    <Link to="." search={{ trial: 'start' }} resetScroll={false} className={buttonClass('primary', 'large')}>
      {isBilled ? 'Start Free Trial' : 'Create an Account'}
    </Link>
  );
}

/** Links to the demo accounts, or to the public explorer if there are none. */
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

/** States the benefits of signing up, and what happens when the trial ends. */
export function SignUpNote() {
  const { user } = useSession();
  const isBilled = useQuery(healthQuery).data?.billing !== false;
  if (user !== null) return null;
  return (
    <p className="mt-4 max-w-[52ch] text-14 text-pretty text-muted">
      {isBilled
        ? '14 days of Starter for 10 users and 100 assets. No card: without billing details nothing is charged when it ends.'
        : 'This server charges nothing.'}
    </p>
  );
}

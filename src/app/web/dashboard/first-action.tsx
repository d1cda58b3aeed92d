import { Link } from '@tanstack/react-router';
import type { User } from '#domains/participants/contract.ts';
import { askToSignIn } from '#domains/participants/web/index.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';

/** What somebody of this role does first on a ledger that says nothing yet. */
export default function FirstAction({ user }: { user: User | null }) {
  if (user === null) return <Button onClick={() => askToSignIn('create account')}>Create Account</Button>;
  if (user.role === 'manufacturer') {
    return (
      <Link to="/assets" search={{ action: 'add' }} className={buttonClass('primary')}>
        Add the first asset
      </Link>
    );
  }
  if (user.role === 'shipper' || user.role === 'retailer') {
    return (
      <Link to="/events" search={{ action: 'add' }} className={buttonClass('primary')}>
        Record what you handle
      </Link>
    );
  }
  return (
    <Link to="/blockchain" search={{ action: 'validate' }} className={buttonClass()}>
      Validate the chain
    </Link>
  );
}

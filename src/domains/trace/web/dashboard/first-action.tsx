import { Link } from '@tanstack/react-router';
import { holds } from '#domains/participants/contract.ts';
import { askToSignIn, useSession } from '#domains/participants/web/index.ts';
import { canHandle, canManufacture } from '#domains/trace/contract.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';

/** The first step on an empty ledger, depending on the account. */
export function FirstAction() {
  const { user } = useSession();
  if (user === null) return <Button onClick={() => askToSignIn('create account')}>Create Account</Button>;
  if (holds(user, canManufacture)) {
    return (
      <Link to="/assets" search={{ action: 'add' }} className={buttonClass('primary')}>
        Add the first asset
      </Link>
    );
  }
  if (holds(user, canHandle)) {
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

import { AccountMenu, askToSignIn, useSession } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { QuickActions } from './quick-action.tsx';

/** The end of the bar: sign in, or what this account does most and the account itself. Holds its place while it loads. */
export function AccountCorner() {
  const { loading, user } = useSession();
  if (loading) return <span className="h-control w-20" />;
  if (user === null) {
    return <Button onClick={() => askToSignIn()}>Sign In</Button>;
  }
  return (
    <>
      <QuickActions role={user.role} />
      <AccountMenu user={user} />
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { User } from '#domains/participants/contract.ts';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import { Avatar } from './avatar.tsx';
import { maySignOut } from './sign-out-guard.ts';
import { useSignOut } from './use-session.ts';

/** The signed-in user's avatar, with a menu for the profile and signing out. */
export function AccountMenu({ user }: { user: User }) {
  const { module, triggerProps } = useDeferred(() => import('./account-menu-list.tsx'));
  const navigate = useNavigate();
  const signOut = useSignOut();
  const label = `Account of ${user.username}`;
  const className = 'grid size-control place-items-center rounded-full hover:bg-hover';
  if (module) {
    return (
      <module.AccountMenuList
        user={user}
        onSignOut={async () => {
          if (!(await maySignOut())) return;
          signOut();
          void navigate({ to: '/' });
        }}
        trigger={
          <button type="button" className={className}>
            <Avatar name={user.username} role={user.role} />
            <span className="sr-only">{label}</span>
          </button>
        }
      />
    );
  }
  return (
    <button type="button" aria-haspopup="menu" aria-expanded="false" className={className} {...triggerProps}>
      <Avatar name={user.username} role={user.role} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

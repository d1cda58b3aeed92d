import type { ReactNode } from 'react';
import type { Role, User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ForbiddenState } from '#platform/web/ui/feedback/forbidden-state.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { RoleBadge } from './role-badge.tsx';
import { reloadToSignIn } from './sign-in-request.ts';
import { useSession } from './use-session.ts';

export type GuardProps = {
  /** Who may come in; anyone signed in where it is left out. */
  roles?: readonly Role[];
  /** Shown instead of the refusal. */
  fallback?: ReactNode;
  children: (user: User) => ReactNode;
};

/** Lets through who may see what is behind it. Only hides: the server decides what may be done. */
export function Guard({ roles, fallback, children }: GuardProps) {
  const { loading, user } = useSession();
  if (loading) {
    return (
      <div aria-busy="true" className="flex justify-center py-32 text-faint">
        <Spinner size={24} />
        <span className="sr-only">Checking your session</span>
      </div>
    );
  }
  if (user === null) return fallback ?? <SignInFirst />;
  if (roles && !roles.includes(user.role)) return fallback ?? <Restricted current={user.role} required={roles} />;
  return children(user);
}

function SignInFirst() {
  return (
    <ForbiddenState
      title="Authentication Required"
      description="You need to sign in to access this feature."
      action={
        <Button variant="primary" onClick={reloadToSignIn}>
          Sign In to Continue
        </Button>
      }
    />
  );
}

function Restricted({ current, required }: { current: Role; required: readonly Role[] }) {
  return (
    <ForbiddenState
      title="Access Restricted"
      description="Your role does not include this feature."
      facts={[
        { label: 'Your role', value: <RoleBadge role={current} /> },
        { label: 'Required roles', value: required.map((role) => <RoleBadge key={role} role={role} />) },
      ]}
      action={<Button onClick={() => window.history.back()}>Go Back</Button>}
    />
  );
}

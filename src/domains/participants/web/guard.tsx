import type { ReactNode } from 'react';
import { holds, type Role, type User } from '#domains/participants/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ForbiddenState } from '#platform/web/ui/feedback/forbidden-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { PageHeader, type PageHeaderProps } from '#platform/web/ui/layout/page-header.tsx';
import { HolderBadge, RoleBadge } from './role-badge.tsx';
import { reloadToSignIn } from './sign-in-request.ts';
import { useSession } from './use-session.ts';

export type GuardProps = {
  /** The required capability, or several of which one is enough. If omitted, being signed in is enough. */
  capability?: Capability | readonly Capability[];
  /** The header of a guarded page, shown while the session is checked. */
  heading?: PageHeaderProps;
  /** The content below the refusal: what an account without the capability can do. */
  help?: (user: User) => ReactNode;
  /** Shown instead of the refusal. */
  fallback?: ReactNode;
  children: (user: User) => ReactNode;
};

/** Shows its children to accounts that hold the capability. The server decides what they may do. */
export function Guard({ capability = [], heading, help, fallback, children }: GuardProps) {
  const { loading, user, unchecked } = useSession();
  if (loading) return <Checking heading={heading} />;
  if (unchecked)
    return <ErrorState page title="Couldn't check your session" error={unchecked.error} onRetry={unchecked.retry} />;
  if (user === null) return fallback ?? <SignInFirst heading={heading} />;
  const accepted = [capability].flat();
  if (accepted.length > 0 && !accepted.some((one) => holds(user, one)))
    return (
      fallback ?? (
        <>
          <Restricted current={user.role} required={[...new Set(accepted.flatMap((one) => one.heldBy))]} />
          {help?.(user)}
        </>
      )
    );
  return children(user);
}

function Checking({ heading }: { heading: PageHeaderProps | undefined }) {
  const checking = <span className="sr-only">Checking your session</span>;
  if (heading === undefined)
    return (
      <div aria-busy="true" className="flex justify-center py-32 text-faint">
        <Spinner size={24} />
        {checking}
      </div>
    );
  return (
    <div aria-busy="true" className="page-width">
      <PageHeader {...heading} />
      <Skeleton className="h-96 rounded-12" />
      {checking}
    </div>
  );
}

/** The prerendered page has both: the request to sign in for visitors, and the page for users with a stored session. */
function SignInFirst({ heading }: { heading: PageHeaderProps | undefined }) {
  return (
    <>
      <div className="[.signed-in_&]:hidden">
        <ForbiddenState
          title="Authentication Required"
          description="You need to sign in to access this feature."
          action={
            <Button variant="primary" onClick={reloadToSignIn}>
              Sign In to Continue
            </Button>
          }
        />
      </div>
      {isPrerendered ? (
        <div className="hidden [.signed-in_&]:block">
          <Checking heading={heading} />
        </div>
      ) : null}
    </>
  );
}

/** The build renders pages without a browser. */
const isPrerendered = globalThis.document === undefined;

function Restricted({ current, required }: { current: Role; required: readonly string[] }) {
  return (
    <ForbiddenState
      title="Access Restricted"
      description="Your role does not include this feature."
      facts={[
        { label: 'Your role', value: <RoleBadge role={current} /> },
        { label: 'Required roles', value: required.map((holder) => <HolderBadge key={holder} holder={holder} />) },
      ]}
      action={<Button onClick={() => window.history.back()}>Go Back</Button>}
    />
  );
}

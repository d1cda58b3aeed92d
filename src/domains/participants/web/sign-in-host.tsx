import { lazy, Suspense } from 'react';
import { useSignInRequest } from './sign-in-request.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Renders the sign-in dialog once, at the root. Its code loads on first use. */
export function SignInHost() {
  const mode = useSignInRequest();
  if (mode === null) return null;
  return (
    <Suspense>
      <SignInDialog initialMode={mode} />
    </Suspense>
  );
}

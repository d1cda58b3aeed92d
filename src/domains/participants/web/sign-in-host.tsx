import { lazy, Suspense } from 'react';
import { useSignInRequest } from './sign-in-request.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Stands once at the root; the dialog's code is fetched when someone asks for it. */
export function SignInHost() {
  const mode = useSignInRequest();
  if (mode === null) return null;
  return (
    <Suspense>
      <SignInDialog initialMode={mode} />
    </Suspense>
  );
}

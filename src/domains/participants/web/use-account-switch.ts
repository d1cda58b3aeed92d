import { useQueryClient } from '@tanstack/react-query';
import { login } from '#domains/participants/contract.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { maySignOut } from './sign-out-guard.ts';
import { startSession, useSession, useSignOut } from './use-session.ts';

/**
 * Signs in with the given credentials and ends the current session. Resolves to false if a guard kept the current
 * session; `failure` has the server's error.
 */
export function useAccountSwitch() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const signOut = useSignOut();
  const signIn = useCallMutation(login);
  const switchTo = async (credentials: { username: string; password: string }): Promise<boolean> => {
    if (user !== null && !(await maySignOut())) return false;
    const session = await signIn.mutateAsync({ body: credentials });
    if (user !== null) signOut();
    startSession(queryClient, session);
    return true;
  };
  return { switchTo, busy: signIn.isPending, failure: signIn.error };
}

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { logout, me, type User } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readToken, writeToken } from '#platform/web/token-store.ts';
import { rememberedUser, rememberUser } from './remembered-user.ts';

const sessionKey = ['session'] as const;

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: readProfile,
  staleTime: Infinity,
  // Without a token it is known at once that nobody is signed in.
  initialData: () => {
    const token = readToken();
    return token === null ? null : rememberedUser(token);
  },
});

export type SessionState = {
  /** True until it is known whether a kept token is still good. */
  readonly loading: boolean;
  readonly user: User | null;
};

/** Who is signed in. The profile of a kept token is read once; every tab and every change of the token is followed. */
export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery);
  return { loading: isPending, user: data ?? null };
}

/** Asks the server at the start whether the kept token is still good: what is remembered is only shown until it says. */
export function confirmSession(queryClient: QueryClient): void {
  if (readToken() !== null) void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Keeps the session that a sign-in or sign-up has given. */
export function startSession(queryClient: QueryClient, session: { token: string; user: User }): void {
  writeToken(session.token);
  rememberUser(session.token, session.user);
  queryClient.setQueryData(sessionKey, session.user);
}

/** Forgets the session here at once, and ends it on the server as soon as that answers. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  return () => {
    // The call reads the token before the next line forgets it.
    void call(logout, {}, { silent: true }).catch(() => {});
    writeToken(null);
    rememberUser(null, null);
    queryClient.setQueryData(sessionKey, null);
  };
}

async function readProfile(): Promise<User | null> {
  const token = readToken();
  if (token === null) {
    rememberUser(null, null);
    return null;
  }
  try {
    const { user } = await call(me, {}, { silent: true });
    rememberUser(token, user);
    return user;
  } catch (error) {
    // No answer says nothing about the token; any refusal signs out without a word.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      writeToken(null);
      rememberUser(null, null);
      return null;
    }
    throw error;
  }
}

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { logout, me, type User } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readToken, writeToken } from '#platform/web/token-store.ts';
import { rememberedUser, rememberUser } from './remembered-user.ts';

const sessionKey = ['session'] as const;

/** Returns the user of the stored session as cached in this browser; null if signed out or unknown. */
export function cachedUser(): User | null {
  const token = readToken();
  return token === null ? null : (rememberedUser(token) ?? null);
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: readProfile,
  staleTime: Infinity,
  // Without a token, the signed-out state is known immediately.
  initialData: () => {
    const token = readToken();
    return token === null ? null : rememberedUser(token);
  },
  // Distinguishes a cached user, which is incomplete, from the server's response.
  initialDataUpdatedAt: 0,
});

export type SessionState = {
  /** True until the server has confirmed the stored token. */
  readonly loading: boolean;
  readonly user: User | null;
  /** False while `user` is from the cache of this browser, which omits the e-mail address. */
  readonly confirmed: boolean;
  /** Why the stored token could not be checked, and the function that retries. Only while its user is unknown. */
  readonly unchecked?: { readonly error: Error; readonly retry: () => void };
};

/**
 * Returns the signed-in user. The profile of a stored token is read once; changes of the token in any tab are followed.
 */
export function useSession(): SessionState {
  const { data, isPending, error, refetch, dataUpdatedAt } = useQuery(sessionQuery);
  const unchecked = data === undefined && error !== null ? { unchecked: { error, retry: () => void refetch() } } : {};
  return { loading: isPending, user: data ?? null, confirmed: dataUpdatedAt > 0, ...unchecked };
}

/** Confirms the stored token with the server on start. Until then, the cached user is only displayed. */
export function confirmSession(queryClient: QueryClient): void {
  if (readToken() !== null) void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Stores the session from a sign-in or sign-up. */
export function startSession(queryClient: QueryClient, session: { token: string; user: User }): void {
  writeToken(session.token);
  rememberUser(session.token, session.user);
  queryClient.setQueryData(sessionKey, session.user);
}

/** Clears the session here immediately, and ends it on the server in the background. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  return () => {
    // The call reads the token before the next line clears it.
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
    // A missing response does not decide about the token. Any refusal signs out silently.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      writeToken(null);
      rememberUser(null, null);
      return null;
    }
    throw error;
  }
}

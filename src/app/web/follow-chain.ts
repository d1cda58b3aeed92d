import type { QueryClient } from '@tanstack/react-query';
import { readHeadNews, subscribeToHead } from '#domains/ledger/web/index.ts';
import { reportStream } from '#platform/web/connection.ts';
import { domains } from './domains.ts';

const stale = domains.flatMap((domain) => domain.stale?.refetched ?? []);
const lists = domains.flatMap((domain) => domain.stale?.marked ?? []);
const isList = (queryKey: readonly unknown[]) => lists.some((list) => list.every((part, n) => queryKey[n] === part));
/** A busy chain grows many times a second. Screens refresh at most once in this many milliseconds. */
const interval = 250;

/**
 * Invalidates the queries that a new block changes, and loads those that failed again after a lost connection. Returns a
 * stop function.
 */
export function followChain(queryClient: QueryClient): () => void {
  let last = readHeadNews();
  let wasLost = false;
  reportStream(last.state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    for (const queryKey of stale)
      void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isList(query.queryKey) });
    for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  };
  return subscribeToHead(() => {
    const news = readHeadNews();
    reportStream(news.state);
    const grew = last.length !== undefined && news.length !== last.length;
    const back = last.state !== 'live' && news.state === 'live';
    // Not on each attempt to connect: a screen that shows why it is empty would show a skeleton again.
    const returned = wasLost && back;
    wasLost = news.state === 'offline' || (wasLost && !back);
    last = news;
    // Queries without data load again even if the browser never detected the loss.
    if (back) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    if ((grew || returned) && timer === undefined) timer = setTimeout(refresh, interval);
  });
}

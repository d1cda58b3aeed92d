import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { changeEntry, readEntries, removeEntries } from './outbox-database.ts';
import { type OutboxEntry, tryAgain } from './outbox-entry.ts';
import { onOutboxNews, readSending, tellChange } from './outbox-news.ts';

/** A file of a thousand rows moves many times a second; the screen follows once in so many milliseconds. */
const interval = 250;

/** It is this device that is read, so it matters nothing whether there is a connection. */
const outboxQuery = (account: string) =>
  queryOptions({
    queryKey: ['outbox', account],
    queryFn: () => readEntries(account),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
  });

/** What an account has in the outbox of this device, and which of it is on its way; follows every tab. */
export function useOutbox(account: string) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(outboxQuery(account));
  const sending = useSyncExternalStore(onOutboxNews, readSending);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey: ['outbox', account] }, { cancelRefetch: false });
    };
    const stop = onOutboxNews(() => {
      timer ??= setTimeout(read, interval);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient, account]);
  const entries: readonly OutboxEntry[] | undefined = data;
  return { entries, unsent: entries?.filter(({ state }) => state !== 'recorded') ?? [], sending, error };
}

export async function sendAgain(entry: OutboxEntry, body = entry.body): Promise<void> {
  await changeEntry(entry.position, (now) => tryAgain(now, body));
  tellChange();
}

export async function discard(entries: readonly OutboxEntry[]): Promise<void> {
  await removeEntries(entries.map(({ position }) => position));
  tellChange();
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '#platform/web/api-client.ts';
import { holdEntry } from './entry-hold.ts';
import { changeEntry, readEntries, readEntry, removeEntries } from './outbox-database.ts';
import { asCorrection, asNewEvent, type OutboxEntry, tryAgain } from './outbox-entry.ts';
import { type EntryEnd, onOutboxNews, readEnd, readSending, tellChange, tellEnded, watchEntry } from './outbox-news.ts';

/** Minimum interval between renders, because a file of a thousand rows causes many updates per second. */
const interval = 250;

/** Reads from this device, so it does not depend on the connection. */
const outboxQuery = (account: string) =>
  queryOptions({
    queryKey: ['outbox', account],
    queryFn: () => readEntries(account),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
  });

/** Returns an account's outbox on this device and which entries are being sent. Follows every tab. */
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

/** Sends an edit whose earlier version is on the chain: as its correction, if one can express it, or as a separate event. */
export async function sendEditAs(kind: 'correction' | 'event', { position }: OutboxEntry): Promise<void> {
  const key = newIdempotencyKey();
  await changeEntry(position, (now) => (kind === 'event' ? asNewEvent(now, key) : (asCorrection(now, key) ?? now)));
  tellChange();
}

/**
 * Keeps every tab from sending an entry while this is mounted. Returns the entry once it is locked, 'gone' if it was sent or
 * discarded before, or undefined while it is being sent or edited in another tab.
 */
export function useHeldEntry({ key, position }: OutboxEntry): OutboxEntry | 'gone' | undefined {
  const [held, setHeld] = useState<OutboxEntry | 'gone'>();
  useEffect(() => {
    const end = new AbortController();
    const ended = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
    void holdEntry(key, end.signal, async () => {
      const now = await readEntry(position).catch(() => undefined);
      if (!end.signal.aborted) setHeld(now ?? 'gone');
      await ended;
    });
    return () => end.abort();
  }, [key, position]);
  return held;
}

export async function discard(entries: readonly OutboxEntry[]): Promise<void> {
  await removeEntries(entries.map(({ position }) => position));
  tellChange();
  tellEnded(entries.map(({ key }) => ({ key, end: { kind: 'discarded' } })));
}

/** Returns how the entry with this key ended, or undefined while it waits. Follows every tab. */
export function useEntryEnd(key: string): EntryEnd | undefined {
  useEffect(() => watchEntry(key), [key]);
  return useSyncExternalStore(onOutboxNews, () => readEnd(key));
}

import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { liveBlocks } from '#domains/ledger/contract.ts';
import type { StreamState } from '#platform/web/event-connection.ts';
import { listenToEvents } from '#platform/web/event-stream.ts';

/** The last received head, and the state of the connection. */
export type HeadNews = { readonly length: number | undefined; readonly state: StreamState };

const Head = z.object({ length: z.int().min(0) });
let news: HeadNews = { length: undefined, state: 'connecting' };
const listeners = new Set<() => void>();
let stop: (() => void) | undefined;

/** Returns the live head of the chain. One connection serves every reader in the browser. */
export function useHead(): HeadNews {
  return useSyncExternalStore(subscribeToHead, readHeadNews, readHeadNews);
}

/** Calls `listener` whenever the head or the connection changes. Returns a function that unsubscribes. */
export function subscribeToHead(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= listenToEvents(liveBlocks.path, {
    onState: (state) => tell({ ...news, state }),
    onEvent: ({ event, data }) => {
      if (event !== 'head') return;
      const head = Head.safeParse(JSON.parse(data));
      if (head.success) tell({ ...news, length: head.data.length });
    },
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

export function readHeadNews(): HeadNews {
  return news;
}

function tell(next: HeadNews): void {
  if (next.length === news.length && next.state === news.state) return;
  news = next;
  for (const listener of [...listeners]) listener();
}

import type { Block } from '#domains/ledger/contract.ts';

/** `changed`: an entry was added, edited or discarded. `progress`: an attempt started or ended. */
export type OutboxNews = 'changed' | 'progress';
/** How a waiting entry ended: its block, the reason for its refusal, or discarded. */
export type EntryEnd =
  | { readonly kind: 'recorded'; readonly block: Block }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'discarded' };
type Ended = { readonly key: string; readonly end: EntryEnd };
type Message = { readonly news: OutboxNews; readonly sending: readonly string[]; readonly ended?: readonly Ended[] };

const listeners = new Set<(news: OutboxNews) => void>();
const ends = new Map<string, EntryEnd>();
const endsMax = 1000;
let channel: BroadcastChannel | undefined;
let sendingKeys: readonly string[] = [];

/** Calls `listener` whenever the outbox changes, in any tab. Returns a function that unsubscribes. */
export function onOutboxNews(listener: (news: OutboxNews) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies every tab that the outbox changed. */
export function tellChange(): void {
  tell({ news: 'changed', sending: sendingKeys });
}

/** Notifies every tab which entries are being sent. */
export function tellProgress(sending: readonly string[]): void {
  tell({ news: 'progress', sending });
}

/** Notifies every tab how entries ended. */
export function tellEnded(ended: readonly Ended[]): void {
  tell({ news: 'progress', sending: sendingKeys, ended });
}

/** Returns how the entry with this key ended, in any tab since this one opened the outbox, or undefined. */
export const readEnd = (key: string): EntryEnd | undefined => ends.get(key);

const watched = new Map<string, number>();

/** Marks an entry whose outcome the form shows. Returns a function that removes the mark. */
export function watchEntry(key: string): () => void {
  watched.set(key, (watched.get(key) ?? 0) + 1);
  return () => {
    const others = (watched.get(key) ?? 1) - 1;
    if (others > 0) watched.set(key, others);
    else watched.delete(key);
  };
}

/** Reports whether the form of this tab shows the outcome of the entry. */
export const isWatched = (key: string): boolean => watched.has(key);

/** Returns the keys of the entries being sent, by any tab. */
export const readSending = (): readonly string[] => sendingKeys;

function tell(message: Message): void {
  openChannel()?.postMessage(message);
  hear(message);
}

function hear({ news, sending, ended = [] }: Message): void {
  sendingKeys = sending;
  for (const { key, end } of ended) ends.set(key, end);
  for (const oldest of ends.keys()) {
    if (ends.size <= endsMax) break;
    ends.delete(oldest);
  }
  for (const listener of [...listeners]) listener(news);
}

function openChannel(): BroadcastChannel | undefined {
  if (channel === undefined && 'BroadcastChannel' in window) {
    channel = new BroadcastChannel('outbox');
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  }
  return channel;
}

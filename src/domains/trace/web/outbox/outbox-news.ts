/** `changed`: an entry was added, edited or discarded. `progress`: an attempt started or ended. */
export type OutboxNews = 'changed' | 'progress';
type Message = { readonly news: OutboxNews; readonly sending: readonly string[] };

const listeners = new Set<(news: OutboxNews) => void>();
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

/** Returns the keys of the entries being sent, by any tab. */
export const readSending = (): readonly string[] => sendingKeys;

function tell(message: Message): void {
  openChannel()?.postMessage(message);
  hear(message);
}

function hear({ news, sending }: Message): void {
  sendingKeys = sending;
  for (const listener of [...listeners]) listener(news);
}

function openChannel(): BroadcastChannel | undefined {
  if (channel === undefined && 'BroadcastChannel' in window) {
    channel = new BroadcastChannel('outbox');
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  }
  return channel;
}

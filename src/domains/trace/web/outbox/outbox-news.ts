/** `changed`: somebody put in, edited or discarded something. `progress`: the sender has begun or ended a try. */
export type OutboxNews = 'changed' | 'progress';
type Message = { readonly news: OutboxNews; readonly sending: readonly string[] };

const listeners = new Set<(news: OutboxNews) => void>();
let channel: BroadcastChannel | undefined;
let sendingKeys: readonly string[] = [];

/** Calls `listener` whenever the outbox has changed, in this tab or another. Returns how to stop. */
export function onOutboxNews(listener: (news: OutboxNews) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells every tab that somebody has changed what is in the outbox. */
export function tellChange(): void {
  tell({ news: 'changed', sending: sendingKeys });
}

/** Tells every tab which entries are on their way now. */
export function tellProgress(sending: readonly string[]): void {
  tell({ news: 'progress', sending });
}

/** The keys of the entries that are on their way, from whichever tab. */
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

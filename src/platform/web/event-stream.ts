import { keepConnected, type StreamState } from './event-connection.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

type Message = { event: ServerSentEvent } | { state: StreamState } | { ask: true };
export type StreamListener = {
  readonly onEvent: (event: ServerSentEvent) => void;
  readonly onState?: (state: StreamState) => void;
};

const streams = new Map<string, { listeners: Set<StreamListener>; state: () => StreamState; close: () => void }>();

/**
 * Listens to the server's events at `path`. All listeners of a tab share one stream, and all tabs of the browser share
 * one connection: the tab that holds the lock reads and broadcasts to the others. When it closes, the next tab takes over
 * after the last received event. Without Web Locks (missing over plain http) each tab connects itself. Returns a stop
 * function.
 */
export function listenToEvents(path: string, listener: StreamListener): () => void {
  const stream = streams.get(path) ?? open(path);
  streams.set(path, stream);
  stream.listeners.add(listener);
  listener.onState?.(stream.state());
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0 || streams.get(path) !== stream) return;
    streams.delete(path);
    stream.close();
  };
}

function open(path: string) {
  const listeners = new Set<StreamListener>();
  const end = new AbortController();
  const name = `events:${path}`;
  const shared = 'locks' in navigator && 'BroadcastChannel' in window;
  const channel = shared ? new BroadcastChannel(name) : undefined;
  let state: StreamState = 'connecting';
  let lastEventId = '';
  let leads = false;

  const hear = (message: Message) => {
    if ('event' in message) {
      lastEventId = message.event.id || lastEventId;
      for (const listener of [...listeners]) listener.onEvent(message.event);
    } else if ('state' in message && message.state !== state) {
      state = message.state;
      for (const listener of [...listeners]) listener.onState?.(state);
    }
  };
  const tell = (message: Message) => {
    channel?.postMessage(message);
    hear(message);
  };
  const lead = () => {
    leads = true;
    const handlers = {
      onEvent: (event: ServerSentEvent) => tell({ event }),
      onState: (next: StreamState) => tell({ state: next }),
    };
    return keepConnected(path, lastEventId, handlers, end.signal);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data)) hear(data);
    else if (leads) channel.postMessage({ state } satisfies Message);
  });
  channel?.postMessage({ ask: true } satisfies Message);
  // The request is aborted with the stream; that is not a failure.
  if (shared) navigator.locks.request(name, { signal: end.signal }, lead).catch(() => {});
  else void lead();

  return {
    listeners,
    state: () => state,
    close: () => {
      end.abort();
      channel?.close();
    },
  };
}

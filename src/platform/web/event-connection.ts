import { readEvents, type ServerSentEvent } from './server-sent-events.ts';
import { onTokenChange, readToken } from './token-store.ts';

export type StreamState = 'connecting' | 'live' | 'offline';

/** The server sends a heartbeat every 15 s. Three missed ones mean that the connection is dead, even if TCP disagrees. */
const silenceMax = 45_000;
const delayMin = 1000;
const delayMax = 30_000;

export type ConnectionHandlers = {
  readonly onEvent: (event: ServerSentEvent) => void;
  readonly onState: (state: StreamState) => void;
};

/**
 * Keeps one event stream open until `signal` aborts: reconnects after loss with growing, jittered delays, resumes after
 * the last received event (`Last-Event-ID`), and restarts when the session's token changes. Resolves when `signal` aborts
 * or the server responds that there is nothing to listen to (204).
 */
export async function keepConnected(
  path: string,
  lastEventId: string,
  { onEvent, onState }: ConnectionHandlers,
  signal: AbortSignal,
): Promise<void> {
  let last = lastEventId;
  let failures = 0;
  while (!signal.aborted) {
    onState('connecting');
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop, { once: true });
    const forget = onTokenChange(() => {
      failures = 0;
      stop();
    });
    try {
      for await (const event of connect(path, last, attempt, () => {
        failures = 0;
        onState('live');
      })) {
        if (event.id !== '') last = event.id;
        onEvent(event);
      }
    } catch (error) {
      if (error === nothingToHear) return;
    } finally {
      forget();
      signal.removeEventListener('abort', stop);
      attempt.abort();
    }
    if (signal.aborted) return;
    onState('offline');
    await pause(failures, signal);
    failures += 1;
  }
}

const nothingToHear = Symbol('204');

async function* connect(path: string, last: string, attempt: AbortController, onOpen: () => void) {
  const token = readToken();
  const response = await fetch(path, {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: attempt.signal,
    headers: {
      accept: 'text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(last === '' ? {} : { 'last-event-id': last }),
    },
  });
  if (response.status === 204) throw nothingToHear;
  if (!response.ok || response.body === null) throw new Error(`event stream: ${response.status}`);
  onOpen();
  let silence = setTimeout(() => attempt.abort(), silenceMax);
  try {
    yield* readEvents(response.body, () => {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), silenceMax);
    });
  } finally {
    clearTimeout(silence);
  }
}

function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ceiling = Math.min(delayMin * 2 ** failures, delayMax);
  // Half fixed, half random: after a server restart, its clients must not all reconnect in the same instant.
  const wait = ceiling / 2 + Math.random() * (ceiling / 2);
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      window.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, wait);
    signal.addEventListener('abort', finish, { once: true });
    window.addEventListener('online', finish, { once: true });
  });
}

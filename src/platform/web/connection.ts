import { useSyncExternalStore } from 'react';
import type { StreamState } from './event-connection.ts';

/** `offline`: the browser has no network. `unreachable`: it has one, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** The text of the mark for a lost connection. */
export const lostWords: Readonly<Record<Exclude<Connection, 'online'>, string>> = {
  offline: 'Offline',
  unreachable: 'Server unreachable',
};

/** Shorter interruptions of the event stream, in milliseconds, are not reported. */
const patience = 2500;

/** A call whose answer does not begin in this time, in milliseconds, makes the app ask the server whether it answers at all. */
const suspicion = 4000;

/** How long that question waits for an answer, and how often it is repeated without one, in milliseconds. */
const probeMilliseconds = 3000;

const listeners = new Set<() => void>();
/** The event stream is lost. */
let streamLost = false;
/** The server was asked, and did not answer in time. */
let silent = false;
let answers = 0;
let probing = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the state of the connection to the server, and follows it. */
export const useConnection = (): Connection => useSyncExternalStore(onConnectionChange, readConnection, () => 'online');

/** Reports offline immediately. An online browser proves little, so the event stream determines the rest. */
export function readConnection(): Connection {
  if (navigator.onLine === false) return 'offline';
  return streamLost || silent ? 'unreachable' : 'online';
}

/**
 * Receives the state of the app's event stream, which is the first to detect that the server is gone or back. It stays open
 * if the server hangs.
 */
export function reportStream(state: StreamState): void {
  if (state === 'live') {
    clearTimeout(timer);
    timer = undefined;
    change(false, false);
  } else {
    timer ??= setTimeout(() => change(true, silent), patience);
  }
}

/**
 * Watches a call until the returned function is called, with its response if there is one. If the answer takes long, asks
 * the server whether it answers at all: a hanging server closes no connection.
 */
export function awaitAnswer(): (response?: Response) => void {
  const late = setTimeout(() => void probe(), suspicion);
  return (response) => {
    clearTimeout(late);
    if (response) hear(response);
  };
}

/** A gateway answers 502 and 504 in place of a server that does not answer. */
function hear({ status }: Response): void {
  if (status === 502 || status === 504) return;
  answers += 1;
  change(streamLost, false);
}

/** Asks the server until it answers this or another call. One question at a time: a browser opens few connections. */
async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  for (const before = answers; answers === before; ) {
    const late = new AbortController();
    const end = new Promise((resolve) => setTimeout(resolve, probeMilliseconds)).then(() => late.abort());
    const response = fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal: late.signal });
    await Promise.race([response.then(hear).catch(() => end), end]);
    if (answers === before) change(streamLost, true);
  }
  probing = false;
}

function change(nextLost: boolean, nextSilent: boolean): void {
  if (nextLost === streamLost && nextSilent === silent) return;
  streamLost = nextLost;
  silent = nextSilent;
  notify();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` when the state may have changed. Returns a stop function. */
export function onConnectionChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', notify);
    window.addEventListener('offline', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

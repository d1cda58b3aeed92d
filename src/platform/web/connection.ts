import { useSyncExternalStore } from 'react';
import type { StreamState } from './event-connection.ts';
import { endSilence, isSilent, onSilence } from './server-silence.ts';

/** `offline`: the browser has no network. `unreachable`: it has one, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** The text of the mark for a lost connection. */
export const lostWords: Readonly<Record<Exclude<Connection, 'online'>, string>> = {
  offline: 'Offline',
  unreachable: 'Server unreachable',
};

/** Shorter interruptions of the event stream, in milliseconds, are not reported. */
const patience = 2500;

const listeners = new Set<() => void>();
/** The event stream is lost. */
let streamLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the state of the connection to the server, and follows it. */
export const useConnection = (): Connection => useSyncExternalStore(onConnectionChange, readConnection, () => 'online');

/** Reports offline immediately. An online browser proves little, so the event stream determines the rest. */
export function readConnection(): Connection {
  if (navigator.onLine === false) return 'offline';
  return streamLost || isSilent() ? 'unreachable' : 'online';
}

/**
 * Receives the state of the app's event stream, which is the first to detect that the server is gone or back. It stays open
 * if the server hangs.
 */
export function reportStream(state: StreamState): void {
  if (state === 'live') {
    clearTimeout(timer);
    timer = undefined;
    endSilence();
    change(false);
  } else {
    timer ??= setTimeout(() => change(true), patience);
  }
}

function change(next: boolean): void {
  if (next === streamLost) return;
  streamLost = next;
  notify();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

onSilence(notify);

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

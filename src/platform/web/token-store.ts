const storageKey = 'auth-token';
const listeners = new Set<(reason: TokenChange) => void>();
let memory: string | null = null;

/** Why the token is another one now. `expired` carries the sentence to show. */
export type TokenChange =
  | { kind: 'set' }
  | { kind: 'cleared' }
  | { kind: 'expired'; message: string }
  | { kind: 'other tab' };

/** The bearer token of this browser's session, or null when signed out. Every tab sees the same one. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return memory;
  }
}

/** Keeps the token, or forgets it (null), and tells every subscriber why. */
export function writeToken(token: string | null, reason: TokenChange = { kind: token ? 'set' : 'cleared' }): void {
  memory = token;
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Without storage the session lasts as long as the page.
  }
  for (const listener of [...listeners]) listener(reason);
}

/** Calls `listener` at every change of the token, also one that another tab made. Returns how to stop. */
export function onTokenChange(listener: (reason: TokenChange) => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key !== storageKey && event.key !== null) return;
  for (const listener of [...listeners]) listener({ kind: 'other tab' });
}

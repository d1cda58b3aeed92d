const storageKey = 'auth-token';
const listeners = new Set<(reason: TokenChange) => void>();
let memory: string | null = null;

/** Why the token changed. `expired` has the message to show. */
export type TokenChange =
  | { kind: 'set' }
  | { kind: 'cleared' }
  | { kind: 'expired'; message: string }
  | { kind: 'other tab' };

/** Returns the bearer token of this browser's session, or null when signed out. Shared by every tab. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return memory;
  }
}

/** Stores the token, or removes it (null), and notifies every subscriber of the reason. */
export function writeToken(token: string | null, reason: TokenChange = { kind: token ? 'set' : 'cleared' }): void {
  memory = token;
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Without storage the session lasts until the page closes.
  }
  for (const listener of [...listeners]) listener(reason);
}

/** Calls `listener` on every change of the token, including by other tabs. Returns an unsubscribe function. */
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

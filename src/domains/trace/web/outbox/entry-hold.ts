import { tellChange } from './outbox-news.ts';

/**
 * The lock of an entry: one attempt to send it or one edit form at a time, in all tabs. Web Locks end with their tab, so a tab
 * that is closed during an edit releases its entry. A page without HTTPS has no Web Locks; there the lock covers only this tab.
 */
const lockOf = (key: string) => `outbox-entry:${key}`;
const heldHere = new Map<string, Promise<unknown>>();
const awaited = new Set<string>();

/** Returns the Web Locks of this browser. Only pages served over HTTPS have them. */
export const webLocks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks ?? undefined;

/** Runs `work` once the entry is free, and holds it until `work` ends. Does nothing if `signal` ends the wait. */
export async function holdEntry(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks = webLocks();
  if (locks) await locks.request(lockOf(key), { signal }, work).catch(ignoreEnd(signal));
  else {
    while (heldHere.has(key)) await heldHere.get(key);
    if (!signal.aborted) await holdHere(key, work);
  }
}

/** Runs `work` and holds the entry meanwhile. If the entry is held, returns undefined immediately, and reports a change once it is free. */
export async function unlessHeld<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  let held = false;
  const attempt = async () => {
    const locks = webLocks();
    if (locks)
      return await locks.request(lockOf(key), { ifAvailable: true }, async (lock) => {
        held = lock === null;
        return held ? undefined : await work();
      });
    held = heldHere.has(key);
    return held ? undefined : await holdHere(key, work);
  };
  const answer = await attempt();
  if (held && !awaited.has(key)) {
    awaited.add(key);
    void holdEntry(key, new AbortController().signal, async () => {
      awaited.delete(key);
    }).then(tellChange);
  }
  return answer;
}

async function holdHere<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = work();
  heldHere.set(
    key,
    running.then(
      () => {},
      () => {},
    ),
  );
  try {
    return await running;
  } finally {
    heldHere.delete(key);
  }
}

const ignoreEnd = (signal: AbortSignal) => (cause: unknown) => {
  if (!signal.aborted) throw cause;
};

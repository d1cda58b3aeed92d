import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type NewEntry, OutboxEntry } from './outbox-entry.ts';

const databaseName = 'cairn-outbox';

/** An entry as the browser stores it: another version of the app may have written it, so it is parsed when read. */
type Stored = { readonly account: string; readonly key: string; readonly state?: string };
interface Schema extends DBSchema {
  entries: { key: number; value: Stored; indexes: { account: string; key: [account: string, key: string] } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Returns the entries of one account, oldest first. Rejects in a browser that stores nothing for this site. */
export async function readEntries(account: string): Promise<OutboxEntry[]> {
  const found = await (await database()).getAllFromIndex('entries', 'account', account);
  // An entry written by another version of this app is neither shown nor sent, and not lost either.
  return found.flatMap((each) => OutboxEntry.safeParse(each).data ?? []);
}

/** Returns an entry as it is stored now, or undefined if it is gone. */
export async function readEntry(position: number): Promise<OutboxEntry | undefined> {
  return OutboxEntry.safeParse(await (await database()).get('entries', position)).data;
}

/** Returns how many events of any account wait on this device. */
export async function countUnsent(): Promise<number> {
  const found = await (await database()).getAll('entries');
  return found.filter(({ state }) => state !== 'recorded').length;
}

/** Stores all entries or none, except those whose key the account already has here. Returns how many were new. */
export function keepEntries(entries: readonly NewEntry[]): Promise<number> {
  return inTransaction(async ({ store }) => {
    let added = 0;
    for (const entry of entries) {
      if ((await store.index('key').getKey([entry.account, entry.key])) !== undefined) continue;
      await store.add(entry);
      added += 1;
    }
    return added;
  });
}

/** Changes the stored entry in one transaction; does nothing if it is gone. */
export function changeEntry(position: number, change: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  return inTransaction(async ({ store }) => {
    const found = OutboxEntry.safeParse(await store.get(position));
    if (found.success) await store.put(change(found.data));
  });
}

export function removeEntries(positions: readonly number[]): Promise<void> {
  return inTransaction(async ({ store }) => {
    for (const position of positions) await store.delete(position);
  });
}

/** Runs `work` in one read-write transaction: if it throws, nothing is stored. */
async function inTransaction<T>(
  work: (transaction: IDBPTransaction<Schema, ['entries'], 'readwrite'>) => Promise<T>,
): Promise<T> {
  const transaction = (await database()).transaction('entries', 'readwrite');
  try {
    const answer = await work(transaction);
    await transaction.done;
    return answer;
  } catch (cause) {
    transaction.done.catch(() => {});
    try {
      transaction.abort();
    } catch {
      // A failed request has aborted it already.
    }
    throw cause;
  }
}

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(databaseName, 1, {
    upgrade(created) {
      const store = created.createObjectStore('entries', { keyPath: 'position', autoIncrement: true });
      store.createIndex('account', 'account');
      store.createIndex('key', ['account', 'key'], { unique: true });
    },
    // Another tab has a newer version of this app and waits for this connection to close.
    blocking: (_current, _blocked, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((cause: unknown) => {
    opened = undefined;
    throw cause;
  });
  return opened;
}

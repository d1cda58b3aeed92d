import { type NewEntry, OutboxEntry } from './outbox-entry.ts';

const databaseName = 'cairn-outbox';
const storeName = 'entries';
let opened: Promise<IDBDatabase> | undefined;

/** The entries of one account, in the order of keeping. Rejects where this browser keeps nothing. */
export async function readEntries(account: string): Promise<OutboxEntry[]> {
  return inStore('readonly', async (store) => {
    const found = await result(store.index('account').getAll(account));
    // An entry of another version of this app is left alone: neither shown as what it is not, nor sent, nor lost.
    return found.flatMap((each) => OutboxEntry.safeParse(each).data ?? []);
  });
}

/** How many events wait on this device, of whichever account. */
export async function countUnsent(): Promise<number> {
  return inStore('readonly', async (store) => {
    const states = (await result(store.getAll())) as { state?: string }[];
    return states.filter(({ state }) => state !== 'recorded').length;
  });
}

/** Keeps entries, all or none. One whose key the account has here already is left as it is. Gives how many were new. */
export async function keepEntries(entries: readonly NewEntry[]): Promise<number> {
  return inStore('readwrite', async (store) => {
    let added = 0;
    for (const entry of entries) {
      if ((await result(store.index('key').getKey([entry.account, entry.key]))) !== undefined) continue;
      await result(store.add(entry));
      added += 1;
    }
    return added;
  });
}

/** Changes an entry as it stands at this moment; does nothing where it is gone. */
export async function changeEntry(position: number, change: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  await inStore('readwrite', async (store) => {
    const found = OutboxEntry.safeParse(await result(store.get(position)));
    if (found.success) await result(store.put(change(found.data)));
  });
}

export async function removeEntries(positions: readonly number[]): Promise<void> {
  await inStore('readwrite', async (store) => {
    for (const position of positions) await result(store.delete(position));
  });
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  opened ??= open();
  const database = await opened.catch((cause: unknown) => {
    opened = undefined;
    throw cause;
  });
  const transaction = database.transaction(storeName, mode);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser undid the change.'));
  });
  try {
    const answer = await work(transaction.objectStore(storeName));
    await ended;
    return answer;
  } catch (cause) {
    ended.catch(() => {});
    throw cause;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: 'position', autoIncrement: true });
    store.createIndex('account', 'account');
    store.createIndex('key', ['account', 'key'], { unique: true });
  };
  return result(request).then((database) => {
    // Another tab has a newer version of this app: let it go on.
    database.onversionchange = () => {
      database.close();
      opened = undefined;
    };
    return database;
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser could not keep it.'));
  });
}

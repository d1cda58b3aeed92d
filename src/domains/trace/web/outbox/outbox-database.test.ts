import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { changeEntry, countUnsent, keepEntries, readEntries, removeEntries } from './outbox-database.ts';
import { newEntry } from './outbox-entry.ts';

const entry = (account: string, key: string) =>
  newEntry({ account, key, body: { user: 'maker', action: 'shipped', asset_id: `A-${key}`, meta: {} } }, 0);
const keysOf = async (account: string) => (await readEntries(account)).map(({ key }) => key);

beforeEach(async () => {
  for (const account of ['ada', 'ben'])
    await removeEntries((await readEntries(account)).map(({ position }) => position));
});

test('returns the entries of one account in insertion order', async () => {
  await keepEntries([entry('ada', '2'), entry('ben', '1')]);
  await keepEntries([entry('ada', '1')]);
  expect(await keysOf('ada')).toEqual(['2', '1']);
  expect(await keysOf('ben')).toEqual(['1']);
});

test('stores an event once per account, however often it is added', async () => {
  expect(await keepEntries([entry('ada', '1'), entry('ada', '1'), entry('ben', '1')])).toBe(2);
  expect(await keepEntries([entry('ada', '1'), entry('ada', '2')])).toBe(1);
  expect(await keysOf('ada')).toEqual(['1', '2']);
});

test('stores all of a file or nothing', async () => {
  const broken = { ...entry('ada', '2'), body: { run: () => 1 } } as never;
  await expect(keepEntries([entry('ada', '1'), broken])).rejects.toThrow();
  expect(await keysOf('ada')).toEqual([]);
});

test('changes an entry as it is stored now, and leaves a removed one removed', async () => {
  await keepEntries([entry('ada', '1')]);
  const [kept] = await readEntries('ada');
  const position = kept?.position ?? -1;
  await Promise.all([
    changeEntry(position, (one) => ({ ...one, tries: one.tries + 1 })),
    changeEntry(position, (one) => ({ ...one, tries: one.tries + 1 })),
  ]);
  expect((await readEntries('ada'))[0]?.tries).toBe(2);
  await removeEntries([position]);
  await changeEntry(position, (one) => ({ ...one, tries: 9 }));
  expect(await keysOf('ada')).toEqual([]);
});

test('stores no part of a change that fails', async () => {
  await keepEntries([entry('ada', '1')]);
  const [kept] = await readEntries('ada');
  const failing = () => {
    throw new Error('bad change');
  };
  await expect(changeEntry(kept?.position ?? -1, failing)).rejects.toThrow('bad change');
  expect(await keysOf('ada')).toEqual(['1']);
});

test('counts waiting events of any account, but not recorded ones', async () => {
  await keepEntries([entry('ada', '1'), entry('ben', '1')]);
  const [kept] = await readEntries('ada');
  await changeEntry(kept?.position ?? -1, (one) => ({ ...one, state: 'recorded', block: { index: 1, hash: 'ab' } }));
  expect(await countUnsent()).toBe(1);
});

test('neither shows nor loses an entry that another version of the app wrote', async () => {
  await keepEntries([{ account: 'ada', key: 'later', shape: 2 } as never, entry('ada', '1')]);
  expect(await keysOf('ada')).toEqual(['1']);
  expect(await countUnsent()).toBe(2);
});

test('closes its connection for another tab that has a newer version', async () => {
  await keepEntries([entry('ada', '1')]);
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('cairn-outbox', 2);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  newer.close();
  await expect(readEntries('ada')).rejects.toThrow();
});

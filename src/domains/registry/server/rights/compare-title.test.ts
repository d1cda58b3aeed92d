import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { compareTitle, type TitleBlock } from '#domains/registry/contract/title/compare-title.ts';
import { mergeProperties, readProperty, splitProperty, transferTitle } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerOwned } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const FORGED = `owner-${'b'.repeat(20)}`;
const plan = (propertyId: string) => ({
  propertyId,
  address: '1 Quay Street',
  neighborhood: 'Old Harbor',
  propertyType: 'residential' as const,
  squareFootage: 600,
});
const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;
const blocksOf = async (id: string): Promise<TitleBlock[]> => {
  const { title } = await read(id);
  return readBlocksAt(
    server.services.database,
    title.map(({ block }) => block.index),
  );
};
const holderOf = async (id: string) => (await read(id)).owners[0]?.holder ?? '';
async function sell(id: string, numerator: number, denominator: number) {
  const body = { from: await holderOf(id), to: { name: 'A buyer' }, fraction: { numerator, denominator } };
  expect((await server.call(transferTitle, { params: { id }, body }, { as: clerk })).status).toBe(200);
}

/** Registers a parcel, sells parts of it, splits it, merges the parts, and sells a part of the result. Returns all parcels. */
async function reshaped(): Promise<string[]> {
  const id = await registerOwned(server);
  await sell(id, 1, 3);
  await sell(id, 1, 2);
  const parts = [`${id}.1`, `${id}.2`];
  await server.call(splitProperty, { params: { id }, body: { into: parts.map(plan) } }, { as: clerk });
  const merged = { propertyIds: parts, into: plan(`${id}.M`) };
  expect((await server.call(mergeProperties, { body: merged }, { as: clerk })).status).toBe(200);
  await sell(`${id}.M`, 1, 6);
  return [id, ...parts, `${id}.M`];
}

test('the title on a page matches its blocks, also after a split and a merge', async () => {
  for (const id of await reshaped()) expect(compareTitle(await read(id), await blocksOf(id))).toEqual([]);
});

test('finds altered owners, fractions, words and times, with the block that contradicts them', async () => {
  const id = await registerOwned(server);
  await sell(id, 1, 3);
  const [shown, blocks] = [await read(id), await blocksOf(id)];
  const [newest] = shown.title;
  const index = newest?.block.index ?? 0;
  const found = (change: Partial<typeof shown>) =>
    compareTitle({ ...shown, ...change }, blocks).map((one) => one.blockIndex);
  const [first, ...others] = shown.owners;
  if (first === undefined || newest === undefined) throw new Error('There are two owners');
  expect(found({ owners: [{ ...first, holder: FORGED }, ...others] })).toEqual([index]);
  expect(found({ owners: [first] })).toEqual([index]);
  expect(found({ owners: [{ ...first, fraction: { numerator: 1, denominator: 2 } }, ...others] })).toEqual([index]);
  const retold = (entry: typeof newest) => found({ title: [entry, ...shown.title.slice(1)] });
  expect(retold({ ...newest, summary: newest.summary.replace('1/3', '2/3') })).toEqual([index]);
  expect(retold({ ...newest, recordedAt: '2020-01-01T00:00:00.000Z' })).toEqual([index]);
  expect(found({})).toEqual([]);
});

test('finds a transfer from a person who does not hold the title, and owners that do not follow', async () => {
  const id = await registerOwned(server);
  await sell(id, 1, 3);
  const [shown, blocks] = [await read(id), await blocksOf(id)];
  const edited = (change: object) =>
    blocks.map((block) =>
      block.data['action'] === 'registry.title_transferred' ? { ...block, data: { ...block.data, ...change } } : block,
    );
  const words = (change: object) => compareTitle({ ...shown, title: [] }, edited(change)).map((one) => one.words);
  expect(words({ from: FORGED })).toEqual([
    expect.stringContaining(`transfers a part from ${FORGED}, who does not hold any`),
  ]);
  expect(words({ numerator: 2 })).toEqual([expect.stringContaining('states other owners than follow')]);
  // Without the earlier blocks, the first one is trusted.
  expect(
    compareTitle(
      { ...shown, title: [] },
      edited({ from: FORGED }).filter(({ data }) => 'from' in data),
    ),
  ).toEqual([]);
});

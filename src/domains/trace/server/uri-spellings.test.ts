import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOneSpelling } from '#domains/participants/server/index.ts';
import { describedIn } from '#domains/trace/contract/journey/event-content.ts';
import { addEvent, listAssets, readAsset, readLineage, recentActivities } from '#domains/trace/contract.ts';
import { importDocument, rebuildProjections } from '#domains/trace/server/index.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sampleDocument, sampleEvent } from './epcis/fixtures/sample-event.ts';
import { findStoredId, hasAnotherSpelling } from './stored-asset-ids.ts';
import { draftEvent } from './trace-block-types.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
});
afterAll(() => server.stop());

const bring = (...events: readonly unknown[]) => importDocument(server.services.trace, sampleDocument(events));
const differences = () => rebuildProjections(server.services.database, { repair: false });
const read = async (assetId: string) => (await server.call(readAsset, { params: { assetId } })).body.asset;

/** Creates an asset like versions that stored every spelling. */
async function createAsSpelled(assetId: string): Promise<void> {
  const { username: participant } = maker;
  const about = { action: 'manufactured', assetId, participant, role: 'manufacturer', byAdministrator: false } as const;
  await server.services.trace.events.append({
    draft: draftEvent({ ...about, recordedBy: undefined, meta: {} }),
    event: { ...about, ...describedIn({}), happenedAt: undefined },
    corrects: undefined,
    recorder: { username: participant, administrator: false },
    introducesAssets: false,
    epcisHash: undefined,
  });
}

/** Spells each character of an address in a way that RFC 3986 defines as equivalent. */
const spellingsOf = (text: string) =>
  fc
    .array(fc.constantFrom('as it is', 'lower', 'upper'), { minLength: text.length, maxLength: text.length })
    .map((ways) =>
      [...text]
        .map((character, i) => {
          const code = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
          const reserved = !/[\w.~-]/.test(character);
          if (ways[i] === 'as it is' && !reserved) return character;
          return ways[i] === 'upper' ? code.toUpperCase() : code.toLowerCase();
        })
        .join(''),
    );

test('every spelling of a web address names the asset that was recorded under any of them', async () => {
  let n = 0;
  const path = fc.stringMatching(/^[A-Za-z0-9 /?:_~.-]{1,12}$/);
  const pairs = path.chain((text) => fc.tuple(spellingsOf(text), spellingsOf(text)));
  await fc.assert(
    fc.asyncProperty(pairs, async ([stored, asked]) => {
      const base = `https://x.example/${n++}/`;
      await createAsSpelled(base + stored);
      expect(await findStoredId(server.services.database, base + asked)).toBe(base + stored);
      expect(await findStoredId(server.services.database, inOneSpelling(base + stored))).toBe(base + stored);
    }),
    { numRuns: 40 },
  );
});

test('a new asset gets the one spelling of its web address', async () => {
  await record(server, maker, 'manufactured', 'https://x.example/new/%41%2fB');
  const again = { user: maker.username, action: 'manufactured', asset_id: 'https://x.example/new/A%2FB', meta: {} };
  expect((await server.call(addEvent, { body: again }, { as: maker })).status).toBe(409);
  expect(await read('https://x.example/new/A%2fB')).toMatchObject({ assetId: 'https://x.example/new/A%2FB' });
  const query = { assetId: 'https://x.example/new/A%2fB' };
  expect((await server.call(recentActivities, { query })).body.activities[0]?.assetId).toBe(
    'https://x.example/new/A%2FB',
  );
});

test('scheme and host of a web address are the same in any case, and the rest of it is not', async () => {
  await record(server, maker, 'manufactured', 'HTTPS://Shop.Example/Item/A');
  expect(await read('https://shop.example/Item/A')).toMatchObject({ assetId: 'https://shop.example/Item/A' });
  const again = { user: maker.username, action: 'manufactured', asset_id: 'https://SHOP.example/Item/A', meta: {} };
  expect((await server.call(addEvent, { body: again }, { as: maker })).status).toBe(409);
  expect((await server.call(readAsset, { params: { assetId: 'https://shop.example/item/A' } })).status).toBe(404);
  await createAsSpelled('HTTPS://Old.Example/%7eA');
  expect(await read('https://old.example/~A')).toMatchObject({ assetId: 'HTTPS://Old.Example/%7eA' });
  await createAsSpelled('http://Me:Pass@Old.Example?q=A');
  expect(await read('http://Me:Pass@OLD.example?q=A')).toMatchObject({ assetId: 'http://Me:Pass@Old.Example?q=A' });
  expect((await server.call(readAsset, { params: { assetId: 'http://me:Pass@old.example?q=A' } })).status).toBe(404);
});

test('a search finds an asset by any spelling of its address, and by another address with its GS1 key', async () => {
  await record(server, maker, 'manufactured', 'https://find.example/%41%2fB');
  await record(server, maker, 'manufactured', 'https://id.gs1.org/01/09506000134352/21/find');
  const found = async (search: string, category?: string) =>
    (await server.call(listAssets, { query: { search, category, page: 1, limit: 10 } })).body.assets.map(
      ({ assetId }) => assetId,
    );
  expect(await found('HTTPS://Find.Example/A%2fB')).toEqual(['https://find.example/A%2FB']);
  expect(await found('HTTPS://Find.Example/A%2fB', 'none')).toEqual([]);
  expect(await found('https://shop.example/01/09506000134352/21/find')).toEqual([
    'https://id.gs1.org/01/09506000134352/21/find',
  ]);
});

test('the database and the application spell a web address alike', async () => {
  const text = fc.stringMatching(/^[A-Za-z0-9ÄİÖÜ%@:.?#/-]{0,20}$/);
  const address = fc
    .tuple(fc.constantFrom('http://', 'HTTPS://', 'hTTp://', 'urn:x:'), text)
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(address, async (id) => {
      const { rows } = await sql<{ spelled: string }>`select trace_one_spelling(${id}) as spelled`.execute(
        server.services.database,
      );
      expect(rows[0]?.spelled).toBe(inOneSpelling(id));
    }),
    { numRuns: 300 },
  );
});

test('a new asset gets the one spelling of its URN, in which encoded characters stay encoded', async () => {
  await record(server, maker, 'manufactured', 'urn:x:new:%41%2fB');
  const again = { user: maker.username, action: 'manufactured', asset_id: 'urn:x:new:%41%2FB', meta: {} };
  expect((await server.call(addEvent, { body: again }, { as: maker })).status).toBe(409);
  expect(await read('urn:x:new:%41%2fB')).toMatchObject({ assetId: 'urn:x:new:%41%2FB' });
  expect((await server.call(readAsset, { params: { assetId: 'urn:x:new:A%2FB' } })).status).toBe(404);
  await createAsSpelled('urn:x:old:a%2fb');
  expect(await read('urn:x:old:a%2Fb')).toMatchObject({ assetId: 'urn:x:old:a%2fb' });
});

test('other spellings are found by an index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select asset_id from assets
    where trace_one_spelling(asset_id) = 'urn:x' and ${hasAnotherSpelling}`.execute(server.services.database);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('assets_one_spelling');
});

test('two assets of earlier versions stay two', async () => {
  const [lower, upper] = ['https://x.example/two/A%2fB', 'https://x.example/two/A%2FB'];
  await createAsSpelled(lower);
  await createAsSpelled(upper);
  expect([await read(lower), await read(upper)]).toMatchObject([{ assetId: lower }, { assetId: upper }]);
});

test('an input is stored under the id of its asset', async () => {
  await createAsSpelled('https://x.example/input/A%2fB');
  await record(server, maker, 'manufactured', 'WITH-INPUT', { inputs: ['https://x.example/input/A%2FB'] });
  const { body } = await server.call(readLineage, {
    params: { assetId: 'WITH-INPUT' },
    query: { direction: 'upstream' },
  });
  expect(body.edges).toMatchObject([{ from: 'https://x.example/input/A%2fB', to: 'WITH-INPUT' }]);
});

const packing = (parent: string, child: string) =>
  sampleEvent({ type: 'AggregationEvent', action: 'ADD', parentID: parent, epcList: undefined, childEPCs: [child] });

test('events that differ in the spelling of a web address are one event about one asset', async () => {
  const event = (slash: string) => packing(`https://x.example/box/1${slash}2`, `https://x.example/item/%41${slash}`);
  expect(await bring(event('%2f'))).toMatchObject({ blocks: 2, assetsIntroduced: 2 });
  expect(await bring(event('%2F'))).toMatchObject({ blocks: 0, repetitions: [{}] });
  const { body } = await server.call(readLineage, {
    params: { assetId: 'https://x.example/box/1%2f2' },
    query: { direction: 'upstream' },
  });
  expect(body.edges).toMatchObject([{ from: 'https://x.example/item/A%2F', to: 'https://x.example/box/1%2F2' }]);
  expect(await differences()).toEqual([]);
});

test('an event of an earlier version is a repetition in the spelling in which it was recorded', async () => {
  // Earlier versions sorted the first one first; the canonical spelling sorts it last.
  const identities = {
    'https://x.example/old/%7a%2f': '49d960fd20dfc23c93a4197b185ccb98cd0a77d991d4b50e556c9a8f58e0d0f9',
    'https://x.example/old/B%2f': '325ebf19d2e83d688c2143f46d5feb6bfe602dc540f596782062ee5bafd9adfe',
  };
  const event = sampleEvent({ epcList: Object.keys(identities) });
  for (const id of Object.keys(identities)) await createAsSpelled(id);
  expect(await bring(event)).toMatchObject({ blocks: 2, assetsIntroduced: 0 });
  for (const [assetId, identity] of Object.entries(identities))
    await server.database.sql(
      `update epcis_events set event_hash = decode($2, 'hex')
       where block_index = (select max(index) from ledger_blocks where asset_id = $1)`,
      [assetId, identity],
    );
  expect(await bring(event)).toMatchObject({ blocks: 0, repetitions: [{}] });
  expect(await differences()).toEqual([]);
});

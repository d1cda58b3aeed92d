import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { assetSuggestions } from '../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'PRD-2026-001', {
    name: 'Kenya AA',
    batch: 'LOT 7',
    location: 'Mombasa',
  });
  await record(server, maker, 'manufactured', 'https://id.gs1.org/01/09506000134352/21/A1', { name: 'Radio' });
  await record(server, maker, 'manufactured', 'https://id.gs1.org/00/395011015300000015', { name: 'Pallet' });
});
afterAll(() => server.stop());

const suggest = async (text: string, similar = false) =>
  (await server.call(assetSuggestions, { query: { text, similar: String(similar) } })).body;
const named = async (text: string) => (await suggest(text)).assets.map((asset) => asset.name);

test.each([
  ['an id in another case', 'prd-2026-001', 'Kenya AA'],
  ['a GTIN in digits', '9506000134352', 'Radio'],
  ['an EPC URN', 'urn:epc:id:sgtin:9506000.013435.A1', 'Radio'],
  ['a Digital Link of another domain', 'https://example.com/01/09506000134352/21/A1?x=1', 'Radio'],
  ['an SSCC in groups of digits', '3950 1101 5300 0000 15', 'Pallet'],
])('%s names its asset', async (_, text, name) => {
  expect(await named(text)).toEqual([name]);
});

test('part of an id matches no asset, and pattern characters are literal', async () => {
  expect(await named('PRD-2026')).toEqual([]);
  expect(await named('PRD-2026-00_')).toEqual([]);
});

test('recognizes a batch with its number of assets', async () => {
  expect((await suggest('LOT 7')).batch).toEqual({ value: 'LOT 7', count: 1, atLeast: false });
  expect(await suggest('LOT')).toEqual({ assets: [], similar: [] });
});

test('suggests similar names and locations for a typo, only on request', async () => {
  expect((await suggest('Kenia', true)).similar).toEqual(['Kenya AA']);
  expect((await suggest('Mombassa', true)).similar).toEqual(['Mombasa']);
  expect((await suggest('Kenia')).similar).toEqual([]);
  expect((await suggest('xyzzy', true)).similar).toEqual([]);
});

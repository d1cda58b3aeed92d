import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTrial } from '#domains/billing/contract.ts';
import { readHead } from '#domains/ledger/server/index.ts';
import { addEvent, checkNewAssets, listAssets } from '#domains/trace/contract.ts';
import { sampleDocument, sampleEvent } from '#domains/trace/server/epcis/fixtures/sample-event.ts';
import { importDocument } from '#domains/trace/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let payer: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // The plan Starter allows 1,000 assets, of which two are left.
  payer = await server.account('manufacturer');
  await server.call(startTrial, { body: { planId: 'starter', userCount: 1, assetCount: 0 } }, { as: payer });
  await record('FIRST');
  await server.call(checkNewAssets, { body: { assetIds: ['FIRST'] } }, { as: payer });
  await server.database.sql(
    'insert into billing_brought (username, assets) values ($1, 998) on conflict (username) do update set assets = 998',
    [payer.username],
  );
});

const idOf = (name: string) => `${payer.username}-${name}`;
const record = (name: string) =>
  server.call(
    addEvent,
    { body: { user: payer.username, action: 'manufactured', asset_id: idOf(name), meta: {} } },
    { as: payer },
  );
const check = (...names: string[]) =>
  server.call(checkNewAssets, { body: { assetIds: names.map(idOf) } }, { as: payer });
const length = async () => (await readHead(server.services.database)).length;

test('refuses a file with more new assets than the plan allows before its first row, and names the next step', async () => {
  const before = await length();
  const refused = await check('A', 'B', 'C', 'A');
  expect(refused.problem).toMatchObject({
    ...{ status: 403, code: 'billing.limit_reached' },
    detail: 'The plan Starter allows 1,000 assets, and 998 are in use. Nothing was recorded.',
    hint: expect.stringContaining('Upgrade on the page Subscription'),
  });
  // Existing assets do not count, so a partially recorded file can be sent again.
  expect((await check('FIRST', 'A', 'B')).body).toEqual({ newAssets: 2 });
  expect((await check('FIRST')).body).toEqual({ newAssets: 0 });
  expect(await length()).toBe(before);
  for (const name of ['A', 'B']) expect((await record(name)).status).toBe(200);
  expect((await check('A', 'B')).body).toEqual({ newAssets: 0 });
  expect((await check('C')).problem.code).toBe('billing.limit_reached');
});

/** A document whose events introduce assets without a party. */
const documentOf = (...serials: number[]) =>
  sampleDocument(
    serials.map((serial) =>
      sampleEvent({
        epcList: [`https://id.gs1.org/01/04012345111118/21/${payer.username.replaceAll(/\W/g, '')}${serial}`],
      }),
    ),
  );

test('refuses an EPCIS document as a whole, and imports one that fits', async () => {
  const before = await length();
  const bring = (...serials: number[]) =>
    importDocument(server.services.trace, documentOf(...serials), { as: payer.username });
  const refusal = await bring(1, 2, 3).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect((refusal as AppError).kind.code).toBe('billing.limit_reached');
  expect(await length()).toBe(before);
  expect((await bring(1, 2)).assetsIntroduced).toBe(2);
  // Importing the same document again adds no assets.
  expect((await bring(1, 2)).blocks).toBe(0);
  await expect(bring(1, 2, 3)).rejects.toThrow('Nothing was recorded');
  const { body } = await server.call(listAssets, { query: { search: payer.username.replaceAll(/\W/g, '') } });
  expect(body.total_count).toBeLessThanOrEqual(2);
});

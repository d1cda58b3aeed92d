import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createEventRules, type EventRequest } from './event-rules.ts';
import { loadKnownTexts } from './search-texts.ts';
import { draftEvent } from './trace-block-types.ts';

/** Events of the asset: many more than the rows that a refused correction may read. */
const EVENTS = 60;
/** Its asset, the event, its mark and the manager of its participant. */
const ROWS_OF_A_REFUSAL = 4;

let server: TestServer;
let maker: TestAccount;
let stranger: TestAccount;
let created: number;
let corrected: number;
let newest: number;
let elsewhere: number;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  stranger = await server.account('shipper');
  created = await record(server, maker, 'manufactured', 'LONG');
  corrected = await record(server, maker, 'quality_check', 'LONG');
  await record(server, maker, 'correction', 'LONG', { corrects: corrected });
  for (let n = 3; n < EVENTS; n++) newest = await record(server, maker, 'quality_check', 'LONG');
  elsewhere = await record(server, maker, 'manufactured', 'OTHER');
});
afterAll(() => server.stop());

function correction(by: TestAccount, corrects: number, restates?: string): EventRequest {
  const about = { action: 'correction', assetId: 'LONG', participant: by.username, role: 'manufacturer' as const };
  return {
    draft: draftEvent({ ...about, recordedBy: undefined, byAdministrator: false, meta: { corrects } }),
    event: {
      ...about,
      happenedAt: undefined,
      name: undefined,
      category: undefined,
      batch: undefined,
      location: undefined,
      to: undefined,
      byAdministrator: false,
      restates,
    },
    corrects,
    recorder: { username: by.username, administrator: false },
    introducesAssets: false,
    epcisHash: undefined,
  };
}

/** Judges corrections as one batch. Returns the outcome of each, and how many rows the batch read. */
async function judge(requests: readonly EventRequest[]) {
  let rows = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  const { database } = server.services;
  const rules = createEventRules(
    await loadKnownTexts(database),
    { protectedFrom: 0, receiptsOnlyFrom: 0 },
    () => undefined,
  );
  const state = await rules.read(database.withPlugin(counter), requests, 'tables');
  const outcomes = requests.map((request, n) => {
    try {
      rules.judge(state, request, { index: 10_000 + n, timestamp: 2_000_000_000 });
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  });
  return { outcomes, rows };
}

test.each([
  ['of a block that does not exist', () => correction(maker, 999_999), /not an event of this asset/],
  ['of an event of another asset', () => correction(maker, elsewhere), /not an event of this asset/],
  ['of the first event', () => correction(maker, created), /first event of this asset/],
  ['of a corrected event', () => correction(maker, corrected), /already corrected/],
  ['of a correction', () => correction(maker, corrected + 1), /itself a correction/],
  ['by a stranger', () => correction(stranger, newest), /Only its recorder/],
  ['that restates an unknown action', () => correction(maker, newest, 'exploded'), /exploded/],
])('a correction %s is refused without reading the history of the asset', async (_, request, reason) => {
  const { outcomes, rows } = await judge(Array.from({ length: 20 }, request));
  expect(outcomes).toEqual(Array.from({ length: 20 }, () => expect.stringMatching(reason)));
  expect(rows).toBeLessThanOrEqual(ROWS_OF_A_REFUSAL);
});

test('the corrections of a batch read the history of their asset once', async () => {
  const one = await judge([correction(maker, newest)]);
  expect(one.outcomes).toEqual(['accepted']);
  expect(one.rows).toBeGreaterThan(EVENTS);
  const batch = await judge([correction(maker, newest), correction(maker, newest), correction(maker, newest - 1)]);
  expect(batch.outcomes).toEqual(['accepted', expect.stringMatching(/already corrected/), 'accepted']);
  // The second event is one more row.
  expect(batch.rows).toBeLessThanOrEqual(one.rows + 1);
});

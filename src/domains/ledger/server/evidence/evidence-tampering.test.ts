import { afterAll, beforeEach, expect, test } from 'vitest';
import { readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { readRecallReport } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

// A database administrator can change every row. A sheet must state the facts of its proven blocks.

let server: TestServer;
let maker: TestAccount;
let carrier: TestAccount;
let assets = 0;
let assetId: string;
let steps: { readonly made: number; readonly shipped: number; readonly received: number };

beforeEach(async () => {
  await server?.stop();
  server = await startTestServer();
  maker = await server.account('manufacturer');
  carrier = await server.account('shipper');
  assetId = `T-${assets++}`;
  const made = await record(server, maker, 'manufactured', assetId, { name: 'Green coffee', location: 'Bergen' });
  const shipped = await record(server, maker, 'shipped', assetId, { location: 'Oslo', to: carrier.username });
  const received = await record(server, carrier, 'received', assetId, { location: 'Hub A' });
  steps = { made, shipped, received };
  await server.publish();
});
afterAll(() => server.stop());

const read = async (format?: 'html') =>
  (await server.call(readAssetEvidence, { params: { assetId }, query: format === undefined ? {} : { format } })).text;
const markAsCorrected = (index: number, by: number) =>
  server.database.tamper(
    `insert into event_marks (block_index, asset_id, happened_milliseconds, anomalies, corrected_by) values ($1, $2, 0, '{}', $3)`,
    [index, assetId, by],
  );
const verdictIn = (html: string) => /<p class="verdict[^>]*><strong>(.*?)<\/strong>/.exec(html)?.[1];

test('does not show an ordinary event as a correction because of a mark in the index', async () => {
  await markAsCorrected(steps.shipped, steps.received);
  for (const html of [
    await read(),
    (await server.call(readBlockEvidence, { params: { index: steps.shipped }, query: {} })).text,
  ]) {
    expect(verdictIn(html)).toMatch(/^✕ .*, but this server’s index contradicts the blocks$/);
    expect(html).toContain(
      `This server’s index says that block ${steps.received} corrects block ${steps.shipped}. It does not.`,
    );
    expect(html).not.toMatch(/<s>|Corrected events|Corrected by block/);
  }
});

test('does not show a correction in a recall report because of a mark in the index', async () => {
  await markAsCorrected(steps.received, steps.shipped);
  const { text } = await server.call(readRecallReport, { params: { assetId }, query: {} });
  expect(verdictIn(text)).toMatch(/^✕ 1 affected asset .*, but this server’s index contradicts the blocks$/);
  expect(text).not.toMatch(/<s>|<h2>Corrected events/);
});

test('shows a correction although its mark was removed from the index', async () => {
  const by = await record(server, carrier, 'correction', assetId, { corrects: steps.received });
  await server.publish();
  expect(verdictIn(await read())).toBe('✓ All 4 blocks are unchanged and signed');
  await server.database.tamper('delete from event_marks where block_index = $1', [steps.received]);
  const html = await read();
  expect(verdictIn(html)).toMatch(/^✕ /);
  expect(html).toContain(`<small>Corrected by block ${by}</small>`);
});

test('takes name, status, place and holder from the blocks, not from the index', async () => {
  await server.database.tamper(`update assets set name = 'Gold bars'`);
  for (const table of ['asset_states', 'asset_list'])
    await server.database.tamper(
      `update ${table} set status = 'manufactured', location = 'Elsewhere', custodian = $1`,
      [maker.username],
    );
  const html = await read();
  expect(html).toContain(`<p class="product">Green coffee (as block ${steps.made} states)</p>`);
  expect(html).toContain(`According to these blocks: in transit, at Hub A, held by ${carrier.username}.`);
  expect(html).toContain('3 steps, in transit');
  expect(html).not.toMatch(/Gold bars|Elsewhere/);
});

test('a block of another asset is not shown as a step of this one', async () => {
  const other = await record(server, maker, 'manufactured', 'OTHER');
  await server.publish();
  await server.database.tamper('update blocks set asset_id = $1 where index = $2', [assetId, other]);
  const { status, problem } = await server.call(readAssetEvidence, { params: { assetId }, query: {} });
  expect([status, problem.code]).toEqual([503, 'ledger.damaged']);
  expect(problem.detail).toContain(`Block ${other} is not about ${assetId}`);
});

test('a sheet states that the chain is broken, although its own blocks are proven and it was read before', async () => {
  expect(verdictIn(await read())).toBe('✓ All 3 blocks are unchanged and signed');
  await server.database.tamper(`update blocks set asset_id = 'HIDDEN' where index = $1`, [steps.received]);
  await server.database.tamper('update asset_states set event_count = 2');
  await server.verifier.scrubAll();
  expect((await server.services.ledger.verdict()).state).toBe('invalid');
  const html = await read();
  expect(verdictIn(html)).toBe('✕ All 2 blocks are unchanged and signed, but the chain is broken');
  expect(html).toContain('Validate the chain before you rely on this document.');
  expect(html).toContain('This sheet proves the blocks it lists. It cannot prove that there are no others.');
});

test('a stored sheet is not served once the chain is broken elsewhere', async () => {
  expect(verdictIn(await read())).toMatch(/^✓ /);
  await server.database.tamper(`update blocks set data = data || ' ' where index = 0`);
  await server.verifier.scrubAll();
  expect(verdictIn(await read())).toMatch(/^✕ .*, but the chain is broken$/);
});

test('a stored sheet is not served once one of its blocks changed', async () => {
  expect(verdictIn(await read())).toMatch(/^✓ /);
  await server.database.tamper(`update blocks set data = replace(data, 'Hub A', 'Hub B') where index = $1`, [
    steps.received,
  ]);
  const { status, problem } = await server.call(readAssetEvidence, { params: { assetId }, query: {} });
  expect([status, problem.code]).toEqual([503, 'ledger.damaged']);
});

test('a sheet states when it was generated, and a stored one keeps that time', async () => {
  const made = 'Made on 2026-03-04 05:06:07 UTC.';
  expect(await read()).toContain(made);
  server.clock.advance(60_000);
  expect(await read()).toContain(made);
});

test('a sheet names the steps with anomalies, even if the index hides them', async () => {
  const stranger = await server.account('retailer');
  const odd = await record(server, stranger, 'delivered', assetId, { location: 'Elsewhere' });
  await server.publish();
  await server.database.tamper('delete from event_marks where block_index = $1', [odd]);
  const html = await read('html');
  expect(html).toContain(`1 step does not fit the earlier records: block ${odd} (not in custody).`);
  expect(html).toContain('<small>Anomaly: not in custody</small>');
  expect(verdictIn(html)).toBe('✓ All 4 blocks are unchanged and signed');
});

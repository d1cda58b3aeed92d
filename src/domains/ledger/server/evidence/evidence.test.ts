import { createHash } from 'node:crypto';
import { formatVerifierKey, verifyProofBundle } from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { addEvent, readAsset } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer, testSigner } from '#tests/support/test-server.ts';
import { cosignLastCheckpoint, testWitness } from '#tests/support/witnesses.ts';
import { describeBlock } from './describe-block.ts';

const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)> "quoted" & \'done\'';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://cairn.test',
    witnesses: `${formatVerifierKey(testWitness.key)} https://w.test`,
  });
  maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'E-1', {
    name: MARKUP,
    location: 'Dock 7',
    gate: 'Gate \u202E7',
    timestamp: '2026-02-01T10:00:00Z',
  });
  for (let n = 0; n < 60; n++) await record(server, maker, 'quality_check', 'E-1');
  await server.publish();
  await cosignLastCheckpoint(server);
});
afterAll(() => server.stop());

const sheet = (index: number, format?: 'html' | 'pdf') =>
  server.call(readBlockEvidence, { params: { index }, query: format === undefined ? {} : { format } });
const history = (query: object = {}) => server.call(readAssetEvidence, { params: { assetId: 'E-1' }, query });
const withoutEscapes = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the sheet of a block as a page', () => {
  test('shows who, where, both times, the block, its checkpoint, and its witnesses', async () => {
    const { text } = await sheet(1);
    expect(text).toContain(`<dt>Who</dt><dd><bdi>${maker.username} (manufacturer)</bdi></dd>`);
    expect(text).toContain('2026-02-01 10:00:00 UTC');
    expect(text).toContain('2026-03-04 05:06:07 UTC');
    expect(text).toContain('https://cairn.test/blockchain?block=');
    expect(text).toContain('witness.test/one');
    expect(text).toContain(formatVerifierKey(testSigner().key));
  });

  test('links by URL and QR code to the listening address of the server, unless another one is configured', async () => {
    server.services.ledger.servedAt('http://localhost:3000');
    expect((await sheet(1)).text).toContain('https://cairn.test/blockchain?block=');
    const unconfigured = await startTestServer();
    await record(unconfigured, await unconfigured.account('manufacturer'), 'manufactured', 'E-2');
    await unconfigured.publish();
    unconfigured.services.ledger.servedAt('http://localhost:3000');
    const { text } = await unconfigured.call(readBlockEvidence, { params: { index: 1 } });
    expect(text).toContain('http://localhost:3000/blockchain?block=');
    expect(text).toContain('aria-label="QR code of this record');
    await unconfigured.stop();
  });

  test('starts with the verdict, and a table of who did what, where and when', async () => {
    const { text } = await history();
    const line = /<tbody[^>]*>(<tr.*?<\/tr>)/s.exec(text)?.[1]?.replaceAll(/<[^>]+>/g, '|');
    expect(line?.split('|').filter(Boolean)).toEqual([
      'Manufactured',
      `${maker.username} (manufacturer)`,
      maker.username,
      'Dock 7',
      '2026-02-01 10:00:00 UTC',
      '2026-03-04 05:06:07 UTC',
      '1',
    ]);
    expect(text.match(/<tr role="row"><td/g)).toHaveLength(50);
    expect(text.indexOf('All 50 blocks are unchanged and signed')).toBeLessThan(text.indexOf('<table'));
    expect(text).toContain('one of the 62 blocks');
    // The status after all steps requires the blocks of the next sheet.
    expect(text).toContain('After the first 50 steps: manufactured, ');
    expect((await history({ after: 50 })).text).not.toMatch(/After the first|According to these blocks/);
  });

  test('names the product by the block that states its name, which every sheet about it proves', async () => {
    for (const { text } of [await history(), await history({ after: 50 }), await sheet(2)]) {
      expect(withoutEscapes(text)).toContain(`<p class="product">${MARKUP} (as block 1 states)</p>`);
      const proof = withoutEscapes(/<pre>(.*)<\/pre>/s.exec(text)![1]!);
      const { blocks } = await verifyProofBundle(proof, { logKey: testSigner().key });
      expect(blocks[0]?.index).toBe(1);
    }
  });

  test('names who recorded an event for another participant', async () => {
    const managed = await server.account('manufacturer', { managedBy: maker.id });
    const body = { user: managed.username, action: 'manufactured', asset_id: 'E-FOR', meta: {} };
    expect((await server.call(addEvent, { body }, { as: maker })).status).toBe(200);
    await server.publish();
    const { text } = await server.call(readAssetEvidence, { params: { assetId: 'E-FOR' }, query: {} });
    expect(text).toContain(`data-label="Who"><bdi>${managed.username} (manufacturer)</bdi>`);
    expect(text).toContain(`data-label="Recorded by"><bdi>${maker.username}</bdi>`);
    expect(text).toContain('<dt>Asset</dt><dd><bdi><code>E-FOR</code></bdi></dd>');
  });

  test('contains a proof that verifies on its own', async () => {
    const { text } = await sheet(1);
    const proof = withoutEscapes(/<pre>(.*)<\/pre>/s.exec(text)![1]!);
    expect(text).toContain(createHash('sha256').update(proof).digest('hex'));
    const policy = { logKey: testSigner().key, witnessKeys: [testWitness.key], quorum: 1 };
    expect((await verifyProofBundle(proof, policy)).blocks).toMatchObject([
      { index: 1, data: { action: 'manufactured' } },
    ]);
  });

  test('shows markup in an event’s text without running it', async () => {
    const { text, headers } = await sheet(1);
    expect(text).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt; &quot;quoted&quot; &amp;',
    );
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('Gate \\u{202E}7');
    const style = /<style>(.*)<\/style>/s.exec(text)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/ style="| on\w+="/);
  });
});

describe('the sheet of an asset with corrected events', () => {
  const read = (assetId: string, format: 'html' | 'pdf' = 'html') =>
    server.call(readAssetEvidence, { params: { assetId }, query: { format } });

  test('marks each corrected event with its correction and the corrected values, as the API does', async () => {
    const carrier = await server.account('shipper');
    await record(server, maker, 'manufactured', 'C-1');
    await record(server, maker, 'shipped', 'C-1', { location: 'Oslo' });
    const wrong = await record(server, carrier, 'received', 'C-1', { location: 'Hub A' });
    const right = { corrects: wrong, action: 'received', location: 'Hub B', timestamp: '2026-03-01T10:00:00Z' };
    const by = await record(server, carrier, 'correction', 'C-1', right);
    const extra = await record(server, carrier, 'quality_check', 'C-1');
    const withdrawn = await record(server, carrier, 'correction', 'C-1', { corrects: extra });
    await server.publish();
    const { history } = (await server.call(readAsset, { params: { assetId: 'C-1' }, query: {} })).body;
    const expected = history.flatMap(({ blockIndex, correctedBy }) =>
      correctedBy === undefined ? [] : [[blockIndex, correctedBy]],
    );
    expect(expected).toEqual([
      [wrong, by],
      [extra, withdrawn],
    ]);

    const { text } = await read('C-1');
    const rows = [...text.matchAll(/<tr role="row"><td[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => row);
    const marked = rows.flatMap((row) => {
      const [, correction] = /<s>.*<small>Corrected by block (\d+)<\/small>/.exec(row) ?? [];
      return correction === undefined ? [] : [[Number(/<bdi>(\d+)<\/bdi><\/td>$/.exec(row)?.[1]), Number(correction)]];
    });
    expect(marked).toEqual(expected);
    expect(text).toContain(`<small>Corrects block ${wrong}</small>`);
    expect(text).toContain(
      `by block ${by}, recorded by ${carrier.username} on 2026-03-04 05:06:07 UTC. Corrected values: Received, Hub B, 2026-03-01 10:00:00 UTC.`,
    );
    expect(text).toContain('The event was withdrawn and not replaced.');
    expect((await read('C-1', 'pdf')).status).toBe(200);
    // The asset's own cairn: at most five stones, the newest with a vein in the color of its status.
    const { asset } = (await server.call(readAsset, { params: { assetId: 'C-1' }, query: {} })).body;
    const words = `${asset.eventCount} steps, ${asset.currentStatus}`;
    const [, picture = ''] =
      new RegExp(`aria-label="Cairn of C-1: ${words}">(.*?)</svg><span>${words}`).exec(text) ?? [];
    expect(picture.match(/<g /g)).toHaveLength(5);
    expect(picture.match(/stroke="#[0-9a-f]{6}"/g)).toEqual(['stroke="#7d55c7"']);

    const single = await sheet(wrong);
    expect(single.text).toContain(`Corrected by block ${by}`);
    const proof = withoutEscapes(/<pre>(.*)<\/pre>/s.exec(single.text)![1]!);
    const { blocks } = await verifyProofBundle(proof, { logKey: testSigner().key });
    const first = wrong - 2;
    expect(blocks.map(({ index }) => index)).toEqual([first, wrong, by]);
    expect(single.text.match(/<tr role="row"><td/g)).toHaveLength(1);
  });
});

describe('the sheet as a PDF', () => {
  test('has the same bytes each time, and has no more content than the page', async () => {
    const [one, again] = [await sheet(1, 'pdf'), await sheet(1, 'pdf')];
    expect(one.headers['content-type']).toBe('application/pdf');
    expect(one.headers['content-disposition']).toBe('inline; filename="cairn-block-1.pdf"');
    expect(one.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.bytes.equals(again.bytes)).toBe(true);
    expect(one.bytes.length).toBeLessThan(200_000);
  });

  test('of a long history stays small', async () => {
    expect((await history({ format: 'pdf' })).bytes.length).toBeLessThan(500_000);
  });
});

test('the next sheet of an asset’s history continues where the previous one ended', async () => {
  const first = await history();
  expect(first.text.match(/<h3>Block /g)).toHaveLength(50);
  expect(first.headers['link']).toBe('</api/chain/assets/E-1/evidence?format=html&after=50>; rel="next"');
  const second = await history({ after: 50 });
  expect(second.text.match(/<h3>Block /g)).toHaveLength(11);
  expect(second.headers['link']).toBeUndefined();
});

test('the genesis has a sheet too, and a long value is truncated with a note', async () => {
  expect((await sheet(0)).text).toContain('<h3>Block 0: Genesis</h3>');
  const block = {
    index: 1,
    timestamp: 1,
    prev_hash: '',
    hash: '',
    data: { action: 'x', meta: { note: 'y'.repeat(5000) } },
  };
  const note = describeBlock(block).event.find(({ label }) => label === 'Note');
  expect(note?.value).toMatch(/^y{600} … \(truncated; complete in the proof\)$/);
});

import { verifyProofBundle } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECALL_TEXT_MAX, readRecallReport } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { longestTurn, slowdown } from '#tests/support/main-thread.ts';
import { startTestServer, type TestAccount, type TestServer, testSigner } from '#tests/support/test-server.ts';

const BULKY = 32;
const MIXED = 100;
/** Adjacent letters need different fonts. */
const mixedScript = (length: number) => 'aЖωđ'.repeat(length / 4);

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  const note = 'x'.repeat(44_000);
  for (let n = 0; n < BULKY; n++) await record(server, maker, 'manufactured', `BULKY-${n}`, { batch: 'BULKY', note });
  for (let n = 0; n < MIXED; n++)
    await record(server, maker, 'manufactured', `MIXED-${n}`, {
      batch: 'MIXED',
      name: mixedScript(200),
      location: mixedScript(300),
    });
  await record(server, maker, 'manufactured', 'ALONE');
  await server.publish();
}, 60_000);
afterAll(() => server.stop());

type Query = { format?: 'html' | 'pdf'; after?: number; scope?: 'asset' | 'batch' };
const report = (assetId: string, query: Query = { scope: 'batch' }) =>
  server.call(readRecallReport, { params: { assetId }, query });
const affectedIn = (html: string) =>
  [...(html.split('</table>')[0] ?? '').matchAll(/<tr role="row"><td[^>]*><bdi>(.*?)<\/bdi>/g)].map(
    ([, assetId]) => assetId,
  );

test('a recall of large events is split into sheets that each fit, and lists every asset once', async () => {
  const seen: (string | undefined)[] = [];
  const hold = await longestTurn(async () => {
    for (let after: number | undefined = 0, last = -1; after !== undefined && after > last; ) {
      const { status, text, headers } = await report('BULKY-0', { scope: 'batch', after });
      expect(status).toBe(200);
      const affected = affectedIn(text);
      expect(affected).toHaveLength(Math.min(5, BULKY - after));
      const others = BULKY - affected.length;
      expect(text).toContain(
        `of ${BULKY}. ${others} of them are on other sheets. A sheet has at most 100 assets and 256`,
      );
      const proof = /<pre>(.*)<\/pre>/s.exec(text)![1]!.replaceAll('&quot;', '"');
      const { blocks } = await verifyProofBundle(proof, { logKey: testSigner().key });
      expect(blocks.map(({ data }) => data['asset_id']).toSorted()).toEqual(affected.toSorted());
      seen.push(...affected);
      last = after;
      const next = /after=(\d+)>; rel="next"/.exec(String(headers['link']))?.[1];
      expect(text.includes('Next sheet')).toBe(next !== undefined);
      after = next === undefined ? undefined : Number(next);
    }
  });
  expect(seen.toSorted()).toEqual(Array.from({ length: BULKY }, (_, n) => `BULKY-${n}`).toSorted());
  // It took a second with the proof of all of them.
  expect(hold / slowdown(hold)).toBeLessThan(200);
}, 60_000);

test('long names and places in several alphabets are shortened, and their PDF is created in seconds', async () => {
  const { text } = await report('MIXED-0');
  const [row = ''] = text.match(/<tr role="row"><td[^>]*><bdi>MIXED-0<.*?<\/tr>/) ?? [];
  expect(row.match(/<bdi>aЖωđ[^<]*/g)).toEqual(Array(2).fill(`<bdi>${mixedScript(RECALL_TEXT_MAX)} …`));
  expect(text).toContain(`Names and places are shortened to ${RECALL_TEXT_MAX} characters.`);
  expect(affectedIn(text)).toHaveLength(MIXED);
  const start = performance.now();
  expect((await report('MIXED-0', { scope: 'batch', format: 'pdf' })).status).toBe(200);
  const took = performance.now() - start;
  expect(took / slowdown(took)).toBeLessThan(10_000);
}, 60_000);

test('a recall that reaches one asset uses the singular', async () => {
  await server.publish();
  const { text } = await report('ALONE', {});
  expect(text).toContain('✓ 1 affected asset in this server’s index, with proven blocks about it');
  expect(text).toContain('This sheet lists the 1 affected asset.');
  expect((await report('ALONE', { after: 1 })).problem.hint).toContain('It reaches 1 asset.');
});

test('proves no block about another asset than the one it is listed for', async () => {
  await record(server, maker, 'manufactured', 'ALTERED');
  await server.publish();
  await sql`update asset_states set last_index = 1 where asset_id = 'ALTERED'`.execute(server.services.database);
  const { status, problem } = await report('ALTERED', {});
  expect([status, problem.code]).toEqual([503, 'ledger.damaged']);
  expect(problem.detail).toContain('Block 1 is not about ALTERED');
});

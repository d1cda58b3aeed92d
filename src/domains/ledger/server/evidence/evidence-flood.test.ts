import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import { longestTurn, slowdown } from '#tests/support/main-thread.ts';
import { forgeDraft } from '#tests/support/notes.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { appendBlocks } from '../batch.ts';
import { findBlockSheet } from './read-evidence.ts';
import { createSheets } from './sheets.ts';

/** Also bounds the work of a test itself in one turn. */
const MAIN_THREAD_MILLISECONDS = 200;
const CJK_EVENTS = 49;
/** An event of 14 KB in letters that the fonts of a PDF do not have, in fields short enough to be shown. */
const cjkEvent = (n: number) => ({
  action: 'noted',
  asset_id: 'CJK',
  n,
  meta: Object.fromEntries(Array.from({ length: 10 }, (_, field) => [`note${field}`, '茶'.repeat(470)])),
});

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  const drafts = [
    ...Array.from({ length: 60 }, (_, n) => forgeDraft({ action: 'noted', asset_id: 'LONG', n })),
    ...Array.from({ length: CJK_EVENTS }, (_, n) => forgeDraft(cjkEvent(n))),
  ];
  await server.services.database.transaction().execute((tx) => appendBlocks(tx, drafts, server.clock));
  await server.publish();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

const by = (client = 'A') => ({ signal: new AbortController().signal, client });
const sheet = (index: number, format: 'html' | 'pdf' = 'pdf') =>
  server.call(readBlockEvidence, { params: { index }, query: { format } });

test('300 aborted requests for a sheet hold up neither other requests nor the next sheet', async () => {
  const hold = await longestTurn(async () => {
    for (let n = 0; n < 300; n++) {
      const gone = new AbortController();
      const path = n % 2 === 0 ? 'assets/LONG' : `blocks/${1 + (n % 50)}`;
      const asked = fetch(`${url}/api/chain/${path}/evidence?format=pdf`, { signal: gone.signal }).catch(
        () => undefined,
      );
      if (n % 10 === 0) expect((await fetch(`${url}${health.path}`)).status).toBe(200);
      gone.abort();
      await asked;
    }
  });
  // This took 94 s of the main thread before rendering moved to its own thread.
  expect(hold / slowdown(hold)).toBeLessThan(MAIN_THREAD_MILLISECONDS);
  // Nine requests that stayed in the queue would be enough to refuse this one.
  expect((await sheet(60)).status).toBe(200);
});

test('a full queue refuses a sheet with 503 and the seconds to wait, and serves the others', async () => {
  const answers = await Promise.all(Array.from({ length: 11 }, (_, n) => sheet(n + 1)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.headers['retry-after']).toBe('2');
  expect(refused[0]?.problem.code).toBe('server.unavailable');
});

test('one client with many requests for sheets does not block another client’s sheet', async () => {
  const from = (remoteAddress: string, index: number) =>
    server.app.inject({
      url: readBlockEvidence.path.replace('{index}', String(index)),
      query: { format: 'pdf' },
      remoteAddress,
    });
  const order: string[] = [];
  const many = Array.from({ length: 20 }, (_, n) =>
    from('203.0.113.7', 20 + n).then(({ statusCode }) => {
      if (statusCode === 200) order.push('many');
      return statusCode;
    }),
  );
  const own = await from('198.51.100.1', 55).then((answer) => {
    order.push('own');
    return answer;
  });
  expect(own.statusCode).toBe(200);
  // It is rendered next, after the current sheet.
  expect(order.indexOf('own')).toBeLessThanOrEqual(1);
  expect((await Promise.all(many)).filter((status) => status === 503).length).toBeGreaterThanOrEqual(11);
});

test('a sheet that takes too long is refused with 503 and the seconds to wait', async () => {
  const sheets = createSheets({ timeoutSeconds: 0.001 });
  const found = await findBlockSheet(server.services.ledger, 7);
  await expect(sheets.render(found, 'pdf', by())).rejects.toMatchObject({
    kind: { status: 503 },
    retryAfterSeconds: 30,
  });
});

test('a history of long texts in letters without a font fits bounded documents, and does not fail other sheets', async () => {
  const read = (format: 'html' | 'pdf', after?: number) =>
    server.call(readAssetEvidence, { params: { assetId: 'CJK' }, query: { format, ...(after ? { after } : {}) } });
  const [first, beside] = await Promise.all([read('pdf'), sheet(2)]);
  expect([first.status, beside.status]).toEqual([200, 200]);

  const shown: number[] = [];
  for (let after: number | undefined, sheets = 0; sheets === 0 || after !== undefined; sheets++) {
    const { text, headers } = await read('html', after);
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).toContain('more fields, complete in the proof');
    shown.push(...[...text.matchAll(/<h3>Block ([\d,]+):/g)].map(([, index = '']) => Number(index.replace(',', ''))));
    after = /after=(\d+)>; rel="next"/.exec(String(headers['link']))?.[1] === undefined ? undefined : shown.at(-1);
  }
  expect(shown).toEqual(Array.from({ length: CJK_EVENTS }, (_, n) => 61 + n));
});

test('a sheet is rendered once for each checkpoint', async () => {
  const { ledger } = server.services;
  const sheets = createSheets();
  let reads = 0;
  const find = async () => {
    const found = await findBlockSheet(ledger, 3);
    return {
      ...found,
      read: (signal: AbortSignal) => {
        reads++;
        return found.read(signal);
      },
    };
  };
  const render = async () => sheets.render(await find(), 'html', by());
  const first = await render();
  expect(await render()).toBe(first);
  expect(reads).toBe(1);
  const drafts = [forgeDraft({ action: 'noted', asset_id: 'LATER' })];
  await server.services.database.transaction().execute((tx) => appendBlocks(tx, drafts, server.clock));
  await server.publish();
  expect(Buffer.from(await render()).equals(first)).toBe(false);
  expect(reads).toBe(2);
});

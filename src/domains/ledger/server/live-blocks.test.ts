import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let first: TestServer;
let second: TestServer;
let maker: TestAccount;
let url: string;
beforeAll(async () => {
  first = await startTestServer({ environment: { CAIRN_LIVE_STREAMS_PER_ADDRESS: '60' } });
  second = await startTestServer({ beside: first.database });
  maker = await first.account('manufacturer');
  await record(first, maker, 'manufactured', 'LIVE-1');
  url = `${await first.app.listen({ host: '127.0.0.1', port: 0 })}/api/chain/live`;
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

type News = { length: number; hash: string; checkpointSize: number };

/** Follows the head like a browser. Returns functions that wait for the next news and disconnect. */
async function follow() {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const next = async (): Promise<News | 'ended'> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      const message = end < 0 ? undefined : buffer.slice(0, end);
      if (message !== undefined) {
        buffer = buffer.slice(end + 2);
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data !== undefined) return JSON.parse(data) as News;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return 'ended';
      buffer += value;
    }
  };
  const until = async (good: (news: News) => boolean): Promise<News> => {
    for (;;) {
      const news = await next();
      if (news === 'ended') throw new Error('The stream ended');
      if (good(news)) return news;
    }
  };
  return { response, next, until, hangUp: () => reader.cancel() };
}

test('the live stream sends the current head immediately, uncompressed and uncached', async () => {
  const { response, until, hangUp } = await follow();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await until(() => true)).toMatchObject({ length: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await hangUp();
});

test('it follows appends by this process and by others, and checkpoints', async () => {
  const { until, hangUp } = await follow();
  const { length } = await until(() => true);
  await record(first, maker, 'quality_check', 'LIVE-1');
  await until((news) => news.length === length + 1);
  await record(second, maker, 'quality_check', 'LIVE-1');
  await until((news) => news.length === length + 2);
  await first.publish();
  await until((news) => news.checkpointSize === length + 2);
  await hangUp();
});

test('fifty concurrent readers receive the same news, and disconnecting leaves nothing behind', async () => {
  const readers = await Promise.all(Array.from({ length: 50 }, follow));
  await Promise.all(readers.map(({ until }) => until(() => true)));
  const index = await record(first, maker, 'quality_check', 'LIVE-1');
  const heard = await Promise.all(readers.map(({ until }) => until((news) => news.length > index)));
  expect(new Set(heard.map((news) => news.hash)).size).toBe(1);
  await Promise.all(readers.map(({ hangUp }) => hangUp()));
});

test('it resumes after a database outage', async () => {
  const { until, hangUp } = await follow();
  await until(() => true);
  const listening = () =>
    first.database.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query = 'listen cairn_head'`,
    );
  const before = (await listening()).map(({ pid }) => pid);
  expect(before.length).toBeGreaterThan(0);
  await first.database.sql('select pg_terminate_backend(pid) from unnest($1::int[]) as t (pid)', [before]);
  const index = await record(first, maker, 'quality_check', 'LIVE-1');
  await until((news) => news.length > index);
  await eventually('the processes listen again', async () => (await listening()).length === before.length);
  await hangUp();
});

test('it ends when the server stops', async () => {
  const third = await startTestServer({ beside: first.database });
  const kept = url;
  url = `${await third.app.listen({ host: '127.0.0.1', port: 0 })}/api/chain/live`;
  const { next } = await follow();
  url = kept;
  expect(await next()).toMatchObject({ length: expect.any(Number) });
  await third.services.ledger.stop();
  expect(await next()).toBe('ended');
  await third.stop();
});

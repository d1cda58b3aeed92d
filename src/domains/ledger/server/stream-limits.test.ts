import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '#platform/contract/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createStreamLimits } from './stream-limits.ts';

describe('live streams over HTTP', () => {
  let server: TestServer;
  let port: number;
  beforeEach(async () => {
    server = await startTestServer({
      environment: { CAIRN_LIVE_STREAMS_PER_ADDRESS: '2', CAIRN_LIVE_STREAMS: '3' },
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
  });
  afterEach(() => server.stop());

  /** Opens a stream from one of the loopback addresses, as another client would. */
  const open = (localAddress = '127.0.0.1', method = 'GET') =>
    new Promise<{ status: number | undefined; headers: object; text(): Promise<string>; hangUp(): void }>(
      (resolve, reject) => {
        const sent = request({ port, localAddress, method, path: '/api/chain/live' }, (response) => {
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: async () => (await response.toArray()).join(''),
            hangUp: () => sent.destroy(),
          });
        });
        sent.once('error', reject);
        sent.end();
      },
    );

  test('are limited by address, and the refusal states when to retry', async () => {
    expect([(await open()).status, (await open()).status]).toEqual([200, 200]);
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '30',
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(Problem.parse(JSON.parse(await refused.text())).code).toBe('request.too_many');
    expect((await open('127.0.0.2')).status).toBe(200);
  });

  test('are limited in total', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
    const opened = await Promise.all(addresses.map((address) => open(address)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('make room for others when their clients disconnect', async () => {
    for (const { hangUp } of [await open(), await open()]) hangUp();
    await eventually('there is room again', async () => {
      const next = await open();
      next.hangUp();
      return next.status === 200;
    });
  });

  test('end with a HEAD request, which reads no stream', async () => {
    for (let n = 0; n < 5; n++) expect((await open('127.0.0.1', 'HEAD')).status).toBe(200);
    expect((await open()).status).toBe(200);
  });
});

describe('stream limits', () => {
  test('count the addresses of an IPv6 /64 as one client', () => {
    const limits = createStreamLimits({ perAddress: 2, total: 10 });
    limits.admit('2001:db8:1:2::1');
    limits.admit('2001:db8:1:2::2');
    expect(() => limits.admit('2001:db8:1:2:ffff::3')).toThrow('2 live streams');
    expect(() => limits.admit('2001:db8:1:3::1')).not.toThrow();
  });

  test('release a stream only once, even if it is released repeatedly', () => {
    const limits = createStreamLimits({ perAddress: 2, total: 10 });
    const release = limits.admit('192.0.2.1');
    limits.admit('192.0.2.1');
    for (let n = 0; n < 3; n++) release();
    limits.admit('192.0.2.1');
    expect(() => limits.admit('192.0.2.1')).toThrow();
  });
});

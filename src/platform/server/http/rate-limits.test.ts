import fastify from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { costClasses } from '#platform/contract/route-cost.ts';
import type { Rate, RateLimits } from '../limits-config.ts';
import { createMount, type Gate } from './mount.ts';
import { sendProblem } from './problem.ts';
import { limitRequests } from './rate-limits.ts';
import { RequestCounts } from './request-counts.ts';

const response = z.object({});
const about = { tag: 't', summary: 's', access: 'public', response } as const;
const read = route({ ...about, method: 'GET', path: '/read' });
const other = route({ ...about, method: 'GET', path: '/other' });
const search = route({ ...about, method: 'GET', path: '/search', cost: 'search' });
const write = route({ ...about, method: 'POST', path: '/write' });
const free = route({ ...about, method: 'GET', path: '/free', cost: 'unlimited' });

const gate: Gate<string> = {
  authenticate: async (token) => token,
  idOf: (caller) => caller,
  may: () => true,
  explain: () => '',
};

const apps: ReturnType<typeof fastify>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

async function open(rate: Rate) {
  const app = fastify();
  apps.push(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((_, reply) => reply.code(404).send());
  const limits = Object.fromEntries(costClasses.map((cost) => [cost, rate])) as RateLimits;
  const mount = createMount(app, gate, { checksText: false, countAccount: await limitRequests(app, limits) });
  for (const one of [read, other, search, write, free]) mount(one, async () => ({}));
  return (url: string, { from = '192.0.2.1', as, body }: { from?: string; as?: string; body?: string } = {}) =>
    app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      remoteAddress: from,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
}

const headersOf = ({ headers }: { headers: Record<string, unknown> }) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
];

describe('requests from one address', () => {
  test('are refused beyond the limit with a problem that states when to retry', async () => {
    const get = await open({ perAddress: 2, perAccount: undefined });
    expect(headersOf(await get('/read'))).toEqual(['2', '1', '60']);
    expect(headersOf(await get('/read'))).toEqual(['2', '0', expect.stringMatching(/^\d+$/)]);
    const refused = await get('/read');
    expect(refused.statusCode).toBe(429);
    const seconds = String(refused.headers['retry-after']);
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(headersOf(refused)).toEqual(['2', '0', seconds]);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(Problem.parse(refused.json())).toMatchObject({
      code: 'request.too_many',
      detail: `Too many requests from your address. Try again in ${seconds} seconds.`,
      hint: expect.stringContaining('class read are limited to 2 a minute'),
    });
  });

  test('count together for all routes of a class, and apart from other classes and addresses', async () => {
    const get = await open({ perAddress: 1, perAccount: undefined });
    expect((await get('/read')).statusCode).toBe(200);
    expect((await get('/other')).statusCode).toBe(429);
    expect((await get('/search')).statusCode).toBe(200);
    expect((await get('/read', { from: '192.0.2.2' })).statusCode).toBe(200);
  });

  test('are admitted again a minute later, also if the clock was a month ahead and is corrected meanwhile', async () => {
    const get = await open({ perAddress: 1, perAccount: undefined });
    const time = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 86_400_000);
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(1000);
    try {
      expect((await get('/read')).statusCode).toBe(200);
      time.mockRestore();
      const refused = await get('/read');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
      elapsed.mockReturnValue(61_000);
      expect((await get('/read')).statusCode).toBe(200);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('count together within a /64 of IPv6', async () => {
    const get = await open({ perAddress: 1, perAccount: undefined });
    expect((await get('/read', { from: '2001:db8:1:2::1' })).statusCode).toBe(200);
    expect((await get('/read', { from: '2001:db8:1:2:ffff::9' })).statusCode).toBe(429);
    expect((await get('/read', { from: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });

  test('are refused before their body is read', async () => {
    const send = await open({ perAddress: 1, perAccount: undefined });
    expect((await send('/write', { body: 'not JSON' })).statusCode).toBe(400);
    expect((await send('/write', { body: 'not JSON' })).statusCode).toBe(429);
  });

  test('for paths that no route serves are limited as files', async () => {
    const get = await open({ perAddress: 1, perAccount: undefined });
    expect((await get('/nothing')).statusCode).toBe(404);
    expect((await get('/nothing-else')).statusCode).toBe(429);
  });

  test('are not limited on a route that declares so', async () => {
    const get = await open({ perAddress: 1, perAccount: 1 });
    for (let n = 0; n < 5; n++) expect((await get('/free', { as: 'ann' })).statusCode).toBe(200);
  });
});

describe('requests of one account', () => {
  test('are refused beyond the limit from every address', async () => {
    const get = await open({ perAddress: 10, perAccount: 2 });
    expect((await get('/read', { as: 'ann', from: '192.0.2.1' })).statusCode).toBe(200);
    expect((await get('/other', { as: 'ann', from: '192.0.2.2' })).statusCode).toBe(200);
    const refused = await get('/read', { as: 'ann', from: '192.0.2.3' });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      429,
      expect.stringContaining('Too many requests from your account.'),
    ]);
    expect((await get('/read', { as: 'ben', from: '192.0.2.3' })).statusCode).toBe(200);
    expect((await get('/read', { from: '192.0.2.3' })).statusCode).toBe(200);
  });

  test('state the remaining requests of the limit that is reached first', async () => {
    const get = await open({ perAddress: 5, perAccount: 3 });
    expect(headersOf(await get('/read', { as: 'ann' })).slice(0, 2)).toEqual(['3', '2']);
    for (let n = 0; n < 3; n++) await get('/read');
    expect(headersOf(await get('/read', { as: 'ann' })).slice(0, 2)).toEqual(['5', '0']);
  });
});

test('drops the least recently seen address beyond ten thousand addresses', () => {
  const counts = new RequestCounts();
  const count = (address: number) => {
    let requests = 0;
    const note = (_: unknown, { current }: { current: number }) => {
      requests = current;
    };
    counts.incr(`10.0.0.${address}`, note, 60_000);
    return requests;
  };
  for (let address = 0; address < 10_000; address++) count(address);
  expect(count(0)).toBe(2);
  // The first was seen again since, so the second is dropped.
  count(10_000);
  expect([count(0), count(2), count(1)]).toEqual([3, 2, 1]);
});

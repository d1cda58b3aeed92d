import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costOf } from '#platform/contract/route-cost.ts';
import { readConfig } from '#platform/server/config.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

const { rateLimits } = readConfig({});
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_LIMITS: 'on', CAIRN_LIMIT_SIGN_IN: '5' } });
});
afterAll(() => server.stop());

describe('with limits on', () => {
  test.each(
    routes
      .filter(({ responseType }) => responseType !== 'text/event-stream')
      .map((route) => ({ name: `${route.method} ${route.path}`, route })),
  )('$name counts against the limit of its class', async ({ route }) => {
    const url = route.path.replaceAll(/\{\w+\}/g, '1');
    const { headers } = await server.app.inject({ method: route.method, url, remoteAddress: '192.0.2.1' });
    const cost = costOf(route);
    const limit = cost === 'unlimited' ? undefined : cost === 'sign-in' ? 5 : rateLimits?.[cost].perAddress;
    expect(headers['ratelimit-limit']).toBe(limit === undefined ? undefined : String(limit));
  });

  test('a change that the administration log stores permanently is heavy work', async () => {
    const { id, token } = await server.account('manufacturer');
    const headers = { authorization: `Bearer ${token}` };
    const change = (place: string) =>
      server.app.inject({
        method: 'PATCH',
        url: `/api/participants/${id}`,
        remoteAddress: '192.0.2.2',
        headers,
        payload: { place },
      });
    const answers = [await change('Bergen'), await change('Oslo')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers.map((one) => [one.headers['ratelimit-limit'], one.headers['ratelimit-remaining']])).toEqual([
      ['120', '119'],
      ['120', '118'],
    ]);
  });

  test('limits every route except health, so that a probe never fails because of other requests', () => {
    const unlimited = routes.filter((route) => costOf(route) === 'unlimited').map(({ path }) => path);
    expect(unlimited).toEqual(['/api/health']);
  });

  test.each(['/api/openapi.json', '/runbooks/restore.md', '/nothing'])(
    '%s is limited, though no contract declares it',
    async (url) => {
      const { headers } = await server.app.inject({ method: 'GET', url, remoteAddress: '192.0.2.1' });
      expect(headers['ratelimit-limit']).toBe(String(rateLimits?.file.perAddress));
    },
  );

  test('cannot be bypassed with a forged X-Forwarded-For', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '192.0.2.9',
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
        payload: { username: `name-${n}`, password: 'a wrong guess' },
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});

describe('CAIRN_LIMITS=off', () => {
  test('limits nothing and logs a warning', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const open = await startTestServer({ environment: { CAIRN_LIMITS: 'off' }, log });
    const { headers } = await open.app.inject({ method: 'GET', url: '/api/chain' });
    await open.stop();
    expect(headers['ratelimit-limit']).toBeUndefined();
    expect(lines.join()).toContain('CAIRN_LIMITS=off');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const PASSWORD = 'correct horse battery';
const HOME = '198.51.100.1';
const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.database.sql('delete from sign_in_failures'));

const post = async (url: string, payload: object, remoteAddress: string) => {
  const {
    statusCode,
    headers,
    payload: text,
  } = await server.app.inject({ method: 'POST', url, remoteAddress, payload });
  return { status: statusCode, waitSeconds: Number(headers['retry-after'] ?? 0), text };
};
const signIn = (username: string, password: string, address: string) =>
  post('/api/auth/login', { username, password }, address);
const signUp = (address: string, username = `new-${randomUUID().slice(0, 8)}`) =>
  post(
    '/api/register',
    { user: username, password: PASSWORD, email: `${username}@example.org`, role: 'shipper' },
    address,
  );
const account = async (address = HOME) => {
  const username = `owner-${randomUUID().slice(0, 8)}`;
  expect((await signUp(address, username)).status).toBe(201);
  return username;
};
/** Guesses one name until the answer is no longer 401, and returns how many guesses were checked. */
const guess = async (max: number, attempt: (n: number) => Promise<{ status: number }>) => {
  for (let n = 0; n < max; n++) if ((await attempt(n)).status !== 401) return n;
  return max;
};

describe('an account', () => {
  test('cannot be guessed from one /64 of IPv6 by changing the address', async () => {
    const owner = await account();
    const checked = await guess(40, (n) => signIn(owner, 'a wrong guess', `2001:db8:0:1::${n.toString(16)}`));
    expect(checked).toBe(6);
  });

  test('cannot be guessed from many addresses without a delay, which stays below a minute', async () => {
    const owner = await account();
    expect(await guess(40, (n) => signIn(owner, 'a wrong guess', `203.0.113.${n}`))).toBe(21);
    for (let n = 100; n < 112; n++) {
      server.clock.advance(60_000);
      expect((await signIn(owner, 'a wrong guess', `203.0.113.${n}`)).status).toBe(401);
    }
    expect(await signIn(owner, PASSWORD, '203.0.113.200')).toMatchObject({ status: 429, waitSeconds: 60 });
  });

  test('stays open to its owner, on networks of earlier sign-ins, while strangers guess from everywhere', async () => {
    const owner = await account();
    await guess(40, (n) => signIn(owner, 'a wrong guess', `203.0.113.${n}`));
    expect((await signIn(owner, PASSWORD, HOME)).status).toBe(200);
    expect((await signIn(owner, PASSWORD, '203.0.113.99')).status).toBe(429);
  });

  test('is not locked by 58 wrong names from its address, known there or not', async () => {
    const known = await account();
    const stranger = await account('192.0.2.1');
    for (let n = 0; n < 58; n++) expect((await signIn(`wrong-${n}`, 'a wrong guess', HOME)).status).toBe(401);
    expect((await signIn(known, PASSWORD, HOME)).status).toBe(200);
    expect((await signIn(stranger, PASSWORD, HOME)).status).toBe(200);
  });

  test('known at an address is not delayed by any number of wrong names there; others wait a minute at most', async () => {
    const known = await account();
    const stranger = await account('192.0.2.1');
    expect(await guess(130, (n) => signIn(`wrong-${n}`, 'a wrong guess', HOME))).toBe(101);
    for (let n = 0; n < 10; n++) {
      server.clock.advance(60_000);
      await signIn(`more-${n}`, 'a wrong guess', HOME);
    }
    expect((await signIn(known, PASSWORD, HOME)).status).toBe(200);
    expect(await signIn(stranger, PASSWORD, HOME)).toMatchObject({ status: 429, waitSeconds: 60 });
  });

  test('is no longer known at an address after 30 days', async () => {
    const owner = await account();
    server.clock.advance(31 * DAY);
    await server.services.participants.tidy();
    expect(await server.database.sql('select * from sign_in_places')).toEqual([]);
    await guess(40, (n) => signIn(owner, 'a wrong guess', `203.0.113.${n}`));
    expect((await signIn(owner, PASSWORD, HOME)).status).toBe(429);
  });
});

describe('behind a proxy', () => {
  const guessThrough = async (trusted: string, proxy: string, forwarded: (n: number) => string) => {
    const proxied = await startTestServer({ environment: { CAIRN_TRUST_PROXY: trusted } });
    const checked = await guess(15, async (n) => {
      const { statusCode } = await proxied.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: proxy,
        headers: { 'x-forwarded-for': forwarded(n) },
        payload: { username: 'somebody', password: 'a wrong guess' },
      });
      return { status: statusCode };
    });
    await proxied.stop();
    return checked;
  };

  test('a forged X-Forwarded-For gets no more guesses than the client that the proxy saw', async () => {
    const forged = (n: number) => `192.0.2.${n}, 203.0.113.9`;
    expect(await guessThrough('1', '10.0.0.1', forged)).toBe(6);
    expect(await guessThrough('10.0.0.0/8', '10.0.0.1', forged)).toBe(6);
  });

  test('clients are distinguished by the address that the proxy saw', async () => {
    expect(await guessThrough('1', '10.0.0.1', (n) => `192.0.2.${n}`)).toBe(15);
    expect(await guessThrough('2', '10.0.0.2', (n) => `192.0.2.${n}, 10.0.0.1`)).toBe(15);
    expect(await guessThrough('10.0.0.0/8', '10.0.0.2', (n) => `192.0.2.${n}, 10.0.0.1`)).toBe(15);
  });

  test('a client other than a trusted proxy cannot name another address', async () => {
    expect(await guessThrough('10.0.0.0/8', '203.0.113.9', (n) => `192.0.2.${n}`)).toBe(6);
  });
});

describe('a clock that was ahead', () => {
  test('locks no account after it is corrected', async () => {
    const owner = await account();
    server.clock.advance(30 * DAY);
    expect(await guess(40, () => signIn(owner, 'a wrong guess', HOME))).toBe(6);
    server.clock.advance(-30 * DAY);
    expect(await guess(40, () => signIn(owner, 'a wrong guess', HOME))).toBe(6);
    expect(await signIn(owner, PASSWORD, HOME)).toMatchObject({ status: 429, waitSeconds: 2 });
    server.clock.advance(2000);
    expect((await signIn(owner, PASSWORD, HOME)).status).toBe(200);
  });
});

describe('signing up', () => {
  test('is limited for each address, counting IPv6 by /64', async () => {
    expect((await signUp('2001:db8:0:2::1')).status).toBe(201);
    await server.database.sql('update sign_in_failures set failures = 59');
    expect((await signUp('2001:db8:0:2::2')).status).toBe(201);
    expect((await signUp('2001:db8:0:2::4')).status).toBe(201);
    expect(await signUp('2001:db8:0:2::3')).toMatchObject({
      status: 429,
      waitSeconds: 2,
      text: expect.stringContaining('Too many accounts were created from this address. Try again in 2 seconds.'),
    });
    expect((await signUp('2001:db8:0:3::1')).status).toBe(201);
  });

  test('in a flood from many addresses does not starve sign-ins', async () => {
    const flood = Array.from({ length: 120 }, (_, n) => signUp(`192.0.2.${n}`));
    const signIns = await Promise.all(
      Array.from({ length: 15 }, (_, n) => signIn(`name-${n}`, PASSWORD, `203.0.113.${n}`)),
    );
    const outcomes = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(outcomes)).toEqual(new Set([201, 503]));
    expect(new Set(signIns.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

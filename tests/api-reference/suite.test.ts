import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSuite, type StepResult, stepsOf, summarise } from '#domains/developers/web/suite/run-suite.ts';
import { newTestData } from '#domains/developers/web/suite/test-data.ts';
import type { Exchange } from '#domains/developers/web/testing/exchange.ts';
import { me } from '#domains/participants/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let origin: string;
let caller: TestAccount;
let run = 0;

beforeAll(async () => {
  server = await startTestServer();
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  caller = await server.account('manufacturer');
  await fetch(`${origin}/api/add-event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
    body: JSON.stringify({ user: caller.username, action: 'manufactured', asset_id: 'SUITE-1' }),
  });
  await server.publish();
});
afterAll(() => server.stop());

const data = () => newTestData(1_772_600_767_000 + run++, (length) => new Uint8Array(length).fill(7));
const chainLength = async () =>
  ((await (await fetch(`${origin}/api/chain?limit=1`)).json()) as { length: number }).length;

const statusOf = async (username: string) =>
  ((await (await fetch(`${origin}/api/participants/${username}`)).json()) as { status: string }).status;
const isAlive = async (token: string) =>
  (await fetch(`${origin}${me.path}`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
async function expectEnded(username: string, tokens: readonly string[]) {
  expect(await statusOf(username)).toBe('inactive');
  for (const token of tokens) expect(await isAlive(token)).toBe(false);
}

type Send = Parameters<typeof runSuite>[2]['send'];
type Options = {
  as?: TestAccount;
  withEvent?: boolean;
  cancelAfter?: number;
  /** Never reaches the server. */
  broken?: string;
  /** Reaches the server, but its response is lost. */
  lost?: string;
  withoutDeactivation?: boolean;
  names?: ReturnType<typeof data>;
};

/** Runs the suite against the server as the account, and collects every token that it creates. */
async function runAs({
  as = caller,
  withEvent = false,
  cancelAfter,
  broken,
  lost,
  withoutDeactivation,
  names = data(),
}: Options) {
  const results: StepResult[] = [];
  const pauses: number[] = [];
  const tokens: string[] = [];
  const control = new AbortController();
  const send: Send = async (request, { token = as.token, signal } = {}) => {
    const nothing = { request, at: '', statusText: '', headers: [], cut: false, bytes: 0, firstMilliseconds: 1 };
    if (request.target === broken || signal?.aborted || (withoutDeactivation && request.method === 'PATCH'))
      return { ...nothing, status: 0, text: '', milliseconds: 1, failure: 'fetch failed' } satisfies Exchange;
    const response = await fetch(origin + request.target, {
      method: request.method,
      headers: { ...request.headers, ...(request.withToken && token ? { authorization: `Bearer ${token}` } : {}) },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await response.text();
    if (request.target === lost)
      return { ...nothing, status: 0, text: '', milliseconds: 1, failure: 'connection lost' } satisfies Exchange;
    const made = /"token":"([^"]+)"/.exec(text)?.[1];
    if (made !== undefined) tokens.push(made);
    return { ...nothing, status: response.status, text, milliseconds: 10, failure: undefined };
  };
  const left = await runSuite(
    names,
    { withEvent },
    {
      send,
      signal: control.signal,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      onResult: (result) => {
        results.push(result);
        if (results.length === cancelAfter) control.abort();
      },
    },
  );
  return { left, results, pauses, tokens, names };
}

describe('the suite of the specification, against a server', () => {
  test('passes: registration answers 201 and all others 200, with a pause of 100 ms after each', async () => {
    const { results, pauses } = await runAs({});
    expect(results.filter(({ passed }) => !passed).map(({ step, exchange }) => [step.id, exchange?.text])).toEqual([]);
    expect(results.map(({ step }) => step)).toEqual(stepsOf(false));
    expect(results.map(({ step, exchange }) => [step.id, exchange?.status])).toEqual(
      results.map(({ step }) => [step.id, step.id === 'register' ? 201 : 200]),
    );
    expect(new Set(pauses)).toEqual(new Set([100]));
  });

  test('leaves one inactive account and no block, and ends every session that it opened', async () => {
    const before = await chainLength();
    const { left, tokens, names } = await runAs({});
    expect(await chainLength()).toBe(before);
    expect(left).toEqual({
      account: { username: names.username, deactivated: true },
      block: undefined,
      sessionsMade: 2,
      sessionsEnded: 2,
      uncertain: false,
    });
    expect(tokens).toHaveLength(2);
    await expectEnded(names.username, tokens);
  });

  test('records an event only on request, and names the block', async () => {
    const before = await chainLength();
    const { left, names } = await runAs({ withEvent: true });
    expect(await chainLength()).toBe(before + 1);
    const block = (await (await fetch(`${origin}/api/chain/blocks/${left.block}`)).json()) as { data: object };
    expect(JSON.stringify(block.data)).toContain(names.assetId);
  });

  test.each([1, 3, 5])(
    'deactivates its account and ends its sessions when canceled after %i tests',
    async (cancelAfter) => {
      const { left, results, tokens, names } = await runAs({ cancelAfter });
      expect(results).toHaveLength(cancelAfter);
      expect(left.sessionsEnded).toBe(tokens.length);
      await expectEnded(names.username, tokens);
    },
  );

  test('reports an account that it cannot deactivate, and ends its sessions one by one', async () => {
    const { left, tokens, names } = await runAs({ withoutDeactivation: true });
    expect(left).toMatchObject({ account: { deactivated: false }, sessionsMade: 2, sessionsEnded: 2 });
    expect(await statusOf(names.username)).toBe('active');
    for (const token of tokens) expect(await isAlive(token)).toBe(false);
  });

  test('finds and deactivates its account if the response to the registration is lost', async () => {
    const { left, names } = await runAs({ lost: '/api/register', cancelAfter: 1 });
    expect(left).toMatchObject({ account: { username: names.username, deactivated: true }, uncertain: false });
    expect(await statusOf(names.username)).toBe('inactive');
    expect((await runAs({ broken: '/api/register' })).left).toMatchObject({ account: undefined, uncertain: false });
    const cutOff = await runAs({ lost: '/api/register', broken: '/api/auth/login' });
    expect(cutOff.left).toMatchObject({ account: undefined, uncertain: true });
  });

  test('reports a lost response with status 0 and its message, and continues', async () => {
    const { results, left } = await runAs({ broken: '/api/health' });
    const lost = results.find(({ step }) => step.id === 'health');
    expect(lost).toMatchObject({ passed: false, exchange: { status: 0, failure: 'fetch failed' } });
    expect(summarise(results)).toEqual({ passed: 13, sent: 14, averageMilliseconds: 10, fast: 13 });
    expect(left.uncertain).toBe(false);
    const timed = results.map((one, n) => ({
      ...one,
      exchange: one.exchange && { ...one.exchange, milliseconds: n === 0 ? 100 : 99.9 },
    }));
    expect(summarise(timed).fast, 'under 100 ms is fast, 100 ms is not').toBe(12);
  });

  test('uses valid usernames that are unique to each run and marked as test accounts', () => {
    const one = newTestData(Date.UTC(2026, 2, 4), (length) => crypto.getRandomValues(new Uint8Array(length)));
    const other = newTestData(Date.UTC(2026, 2, 4), (length) => crypto.getRandomValues(new Uint8Array(length)));
    expect(one.username).not.toBe(other.username);
    expect(one.username).toMatch(/^api-test-[a-z0-9-]{3,23}$/);
    expect(one.password.length).toBeGreaterThanOrEqual(48);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { call, sessionEnded } from './api-client.ts';
import { requestUrl } from './request-url.ts';
import { onTokenChange, readToken, writeToken } from './token-store.ts';

const getStone = route({
  method: 'GET',
  path: '/api/stones/{stoneId}',
  tag: 'Stones',
  summary: 'One stone',
  access: 'public',
  params: z.object({ stoneId: z.string() }),
  query: z.object({ view: z.string().optional(), page: z.number().optional() }),
  response: z.object({ id: z.string() }),
});
const layStone = route({
  method: 'POST',
  path: '/api/stones',
  tag: 'Stones',
  summary: 'Lay a stone',
  access: 'signed in',
  body: z.object({ id: z.string() }),
  response: z.object({ id: z.string() }),
  idempotent: true,
});

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const answer = (status: number, body: unknown) => fetched.mockResolvedValueOnce(Response.json(body, { status }));
const problem = {
  type: 'about:blank',
  title: 'Gone',
  status: 404,
  detail: 'No stone.',
  error: 'No stone.',
  code: 'stone.not_found',
  hint: 'Look below.',
  requestId: 'r-1',
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  fetched.mockReset();
  writeToken(null);
  vi.unstubAllGlobals();
});

describe('call', () => {
  test('fills the path, omits empty query values, and parses the response with the route’s schema', async () => {
    answer(200, { id: 'a', extra: true });
    expect(await call(getStone, { params: { stoneId: 'a/b' }, query: { view: '', page: 2 } })).toEqual({ id: 'a' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/stones/a%2Fb?page=2');
    expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body');
  });

  test('sends the token, the body, and an idempotency key if the route accepts one', async () => {
    writeToken('t-1');
    answer(200, { id: 'a' });
    await call(layStone, { body: { id: 'a' } }, { idempotencyKey: 'k-1' });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"id":"a"}',
      headers: { authorization: 'Bearer t-1', 'idempotency-key': 'k-1', 'content-type': 'application/json' },
    });
  });

  test('turns a problem into an error with its code, hint and request id', async () => {
    answer(404, problem);
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toMatchObject({
      status: 404,
      code: 'stone.not_found',
      message: 'No stone.',
      hint: 'Look below.',
      requestId: 'r-1',
    });
  });

  test('ends a read whose response does not begin in time, but never a write', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const read = call(getStone, { params: { stoneId: 'a' } });
    const written = call(layStone, { body: { id: 'a' } });
    const refused = expect(read).rejects.toMatchObject({ status: 0, code: 'network.timeout' });
    let isOver = false;
    void written.finally(() => (isOver = true)).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
    expect(isOver).toBe(false);
    vi.useRealTimers();
  });

  test('gives a response that began in time as long as it takes', async () => {
    vi.useFakeTimers();
    let finish: (text: string) => void = () => undefined;
    const body = new Promise<string>((resolve) => (finish = resolve));
    let signal: AbortSignal | null | undefined;
    fetched.mockImplementation(async (_, init) => {
      signal = init.signal;
      return { ok: true, status: 200, json: async () => JSON.parse(await body) } as Response;
    });
    const read = call(getStone, { params: { stoneId: 'a' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal?.aborted).toBe(false);
    finish('{"id":"a"}');
    expect(await read).toEqual({ id: 'a' });
    vi.useRealTimers();
  });

  test('reports the status of a refusal that is not JSON', async () => {
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toThrow('HTTP error! status: 502');
  });

  test('reports a missing response with status 0, and names the route of a malformed response', async () => {
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'));
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toMatchObject({ status: 0 });
    answer(200, { id: 7 });
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toMatchObject({ code: 'response.unexpected' });
  });

  test('a 401 to a call with the token ends the session and notifies; one without it changes nothing', async () => {
    const changes: unknown[] = [];
    const stop = onTokenChange((change) => changes.push(change));
    answer(401, { ...problem, status: 401, code: 'request.unauthenticated' });
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toThrow('No stone.');
    expect(changes).toEqual([]);
    writeToken('t-1');
    answer(401, { ...problem, status: 401, code: 'request.unauthenticated' });
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toThrow(sessionEnded);
    expect(readToken()).toBeNull();
    expect(changes).toEqual([{ kind: 'set' }, { kind: 'expired', message: sessionEnded }]);
    stop();
  });

  test('a 401 that arrives after a new sign-in keeps the new token', async () => {
    writeToken('old');
    fetched.mockImplementationOnce(async () => {
      writeToken('new');
      return Response.json({ ...problem, status: 401 }, { status: 401 });
    });
    await expect(call(getStone, { params: { stoneId: 'a' } })).rejects.toThrow(sessionEnded);
    expect(readToken()).toBe('new');
  });
});

test('rejects a missing path parameter before sending anything', () => {
  expect(() => requestUrl('/api/stones/{stoneId}', {})).toThrow('needs stoneId');
  expect(requestUrl('/a', {}, { tag: ['x', 'y'], none: null })).toBe('/a?tag=x&tag=y');
});

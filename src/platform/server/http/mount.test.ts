import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError, errorKind, Problem } from '#platform/contract/errors.ts';
import { type Access, type RouteDefinition, route } from '#platform/contract/route.ts';
import { AnswerWithHeaders, createMount, type Gate, RawAnswer } from './mount.ts';
import { sendProblem } from './problem.ts';

type Person = { name: string };
const gate: Gate<Person> = {
  authenticate: async (token) => (token.startsWith('of-') ? { name: token.slice(3) } : undefined),
  idOf: ({ name }) => name,
  may: ({ name }, capability) => name === 'chief' && capability.name === 'rule',
  explain: ({ name }) => `Only a chief may ${name}.`,
};
const rule = { name: 'rule', title: 'Rule', heldBy: ['chief'] };
const apps: ReturnType<typeof fastify>[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

function open() {
  const app = fastify();
  apps.push(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  return { app, mount: createMount(app, gate) };
}

const define = <R extends Omit<RouteDefinition, 'tag' | 'summary' | 'method' | 'path'>>(definition: R) =>
  route({ method: 'GET', path: '/x', tag: 't', summary: 's', ...definition } as never) as RouteDefinition;

describe('mounting a route', () => {
  test('rejects a route without an access rule, and mounting it twice', () => {
    const { mount } = open();
    const bare = define({ access: undefined as unknown as Access, response: z.object({}) });
    expect(() => mount(bare, async () => ({}))).toThrow('has no access rule');
    const one = define({ access: 'public', response: z.object({}) });
    mount(one, async () => ({}));
    expect(() => mount(one, async () => ({}))).toThrow();
  });

  test.each([
    ['public', undefined, 200],
    ['public', 'of-anyone', 200],
    ['public', 'dead', 200],
    ['signed in', undefined, 401],
    ['signed in', 'dead', 401],
    ['signed in', 'of-anyone', 200],
    [{ may: rule }, undefined, 401],
    [{ may: rule }, 'of-anyone', 403],
    [{ may: rule }, 'of-chief', 200],
  ] as const)('access %j with the token %s: %i', async (access, token, status) => {
    const { app, mount } = open();
    mount(define({ access, response: z.object({ who: z.string() }) }), async ({ caller }) => ({
      who: caller?.name ?? 'nobody',
    }));
    const headers = token === undefined ? {} : { authorization: `bearer ${token}` };
    const answer = await app.inject({ url: '/x', headers });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().hint).toBe('Only a chief may rule.');
  });

  test('authenticates before it checks the input, so that a refused caller learns nothing about its schema', async () => {
    const { app, mount } = open();
    const query = z.strictObject({ n: z.coerce.number() });
    mount(define({ access: 'signed in', query, response: z.object({}) }), async () => ({}));
    expect((await app.inject('/x?n=x&y=1')).statusCode).toBe(401);
  });

  test('answers 500 if the response does not match the contract, and drops unknown fields', async () => {
    const { app, mount } = open();
    mount(define({ access: 'public', response: z.object({ n: z.int() }) }), async () => ({ n: 'secret' }) as never);
    const answer = await app.inject('/x');
    expect([answer.statusCode, answer.payload.includes('secret')]).toEqual([500, false]);
    const other = open();
    other.mount(define({ access: 'public', response: z.object({ n: z.int() }) }), async () => ({
      n: 1,
      passwordHash: 'secret',
    }));
    expect((await other.app.inject('/x')).payload).toBe('{"n":1}');
  });

  test('reports every problem with the input, up to fifty', async () => {
    const { app, mount } = open();
    const body = z.strictObject({ list: z.array(z.int()) });
    mount({ ...define({ access: 'public', body, response: z.object({}) }), method: 'POST' }, async () => ({}));
    const answer = await app.inject({ method: 'POST', url: '/x', payload: { list: Array(80).fill('x') } });
    const problem = Problem.parse(answer.json());
    expect(problem.errors).toHaveLength(50);
    expect(problem.errors?.[3]).toMatchObject({ in: 'body', pointer: '/list/3' });
    expect(problem.detail).toBe('list.0 must be a number');
  });

  test('sends raw responses and custom headers unchanged, and uncached by default', async () => {
    const { app, mount } = open();
    const raw = define({ access: 'public', response: z.string(), responseType: 'text/plain' });
    mount(raw, async () => new RawAnswer(Readable.from(['a', 'b']), 'text/plain; charset=utf-8', { 'x-mine': '1' }));
    const answer = await app.inject('/x');
    expect([answer.payload, answer.headers['x-mine'], answer.headers['cache-control']]).toEqual([
      'ab',
      '1',
      'no-store',
    ]);
    const other = open();
    const json = define({ access: 'public', response: z.object({ n: z.int() }) });
    other.mount(json, async () => new AnswerWithHeaders({ n: 1 }, { 'cache-control': 'max-age=9' }));
    expect((await other.app.inject('/x')).headers['cache-control']).toBe('max-age=9');
  });
});

describe('a failure', () => {
  const failing = (error: unknown) => {
    const { app, mount } = open();
    mount(define({ access: 'public', response: z.object({}) }), async () => {
      throw error;
    });
    return app.inject('/x');
  };

  test('that the caller may see is sent completely: status, code, hint, errors and retry-after', async () => {
    const error = new AppError(errorKind('a.b', 429, 'Slow down'), 'Too fast.', {
      hint: 'Wait.',
      errors: [{ in: 'body', pointer: '/x', message: 'is wrong' }],
      retryAfterSeconds: 7,
      cause: new Error('secret'),
    });
    const answer = await failing(error);
    expect([answer.statusCode, answer.headers['retry-after'], answer.payload.includes('secret')]).toEqual([
      429,
      '7',
      false,
    ]);
    expect(answer.json()).toEqual({
      type: 'urn:cairn:error:a.b',
      title: 'Slow down',
      status: 429,
      detail: 'Too fast.',
      error: 'Too fast.',
      code: 'a.b',
      hint: 'Wait.',
      errors: [{ in: 'body', pointer: '/x', message: 'is wrong' }],
      requestId: expect.any(String),
    });
  });

  test.each([new Error('secret path /etc'), 'secret', null, undefined, { statusCode: 302, message: 'secret' }])(
    'of any other kind is a bare 500: %s',
    async (error) => {
      const answer = await failing(error);
      if (error === undefined || error === null) return;
      expect([answer.statusCode, answer.payload.includes('secret')]).toEqual([500, false]);
      expect(answer.json()).toMatchObject({ code: 'server.internal' });
    },
  );
});

describe('a client that disconnects', () => {
  /** Mounts a route on a listening server and returns its URL. */
  async function listen(definition: RouteDefinition, handler: Parameters<ReturnType<typeof open>['mount']>[1]) {
    const { app, mount } = open();
    mount(definition, handler);
    return `${await app.listen({ host: '127.0.0.1', port: 0 })}/x`;
  }

  test('aborts the signal of its call, also when the call has a body', async () => {
    const gone = new AbortController();
    const aborted = Promise.withResolvers<void>();
    const definition = define({
      method: 'POST',
      access: 'public',
      body: z.object({}),
      response: z.object({}),
    } as never);
    const url = await listen(definition, ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      gone.abort();
      return new Promise(() => {});
    });
    const headers = { 'content-type': 'application/json' };
    await expect(fetch(url, { method: 'POST', body: '{}', headers, signal: gone.signal })).rejects.toThrow();
    await aborted.promise;
  });

  test('that stays does not abort it, and HEAD ends the stream that it does not read', async () => {
    const seen: AbortSignal[] = [];
    const streams: Readable[] = [];
    const definition = define({ access: 'public', response: z.string(), responseType: 'text/plain' });
    const url = await listen(definition, async ({ signal }) => {
      seen.push(signal);
      const stream = new Readable({ read() {} });
      streams.push(stream);
      return new RawAnswer(stream, 'text/plain');
    });
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true]);
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

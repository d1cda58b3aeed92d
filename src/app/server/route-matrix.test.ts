import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayHold, type Role } from '#domains/participants/contract.ts';
import { STRIPE_TEST_KEYS } from '#domains/payments/server/route-cases.fixture.ts';
import { mailForCases } from '#domains/registry/server/notices/route-cases.fixture.ts';
import { type ErrorKind, Problem } from '#platform/contract/errors.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { type Caller, callers } from '#tests/support/accounts.ts';
import { type Answer, callLoosely, type LooseInput, urlOf } from '#tests/support/call.ts';
import { createWorld } from '#tests/support/route-cases/create-world.ts';
import { type RouteCase, routeCases, type World } from '#tests/support/route-cases/index.ts';
import { startTestServer, type TestAccount } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

const nameOf = (route: Pick<RouteDefinition, 'method' | 'path'>) => `${route.method} ${route.path}`;
const caseOf = (route: RouteDefinition): RouteCase => routeCases[nameOf(route)]!;
const named = (all: readonly RouteDefinition[]) => all.map((route) => ({ name: nameOf(route), route }));

let world: World;
beforeAll(async () => {
  world = await createWorld(
    await startTestServer({ environment: { CAIRN_DEMO: 'true', ...STRIPE_TEST_KEYS, ...(await mailForCases()) } }),
  );
});
afterAll(() => world.server.stop());

async function call(route: RouteDefinition, input: LooseInput, as?: TestAccount): Promise<Answer<unknown>> {
  if (route.responseType !== 'text/event-stream') return callLoosely(world.server.app, route, input, { as });
  // A stream has no end, so only its start is read before it is canceled.
  const response = await world.server.app.inject({
    method: 'GET',
    url: urlOf(route.path, input),
    payloadAsStream: true,
  });
  response.stream().destroy();
  const { statusCode: status, headers } = response;
  return { status, headers, body: '', text: '', bytes: Buffer.alloc(0), problem: undefined as never };
}

/** Returns an account that the route admits, or none if it is public. */
async function somebodyAllowed(route: RouteDefinition): Promise<TestAccount | undefined> {
  const { allowed } = caseOf(route);
  if (allowed.includes('signed out')) return undefined;
  return world.server.account(allowed[0] as Exclude<Caller, 'signed out'>);
}

/** Reports whether the permission table admits the caller, computed as the server does. */
function mayCall(route: RouteDefinition, caller: Caller): boolean {
  if (route.access === 'public') return true;
  if (caller === 'signed out') return false;
  if (route.access === 'signed in') return true;
  const [administrator, auditor] = [caller === 'administrator', caller === 'auditor'];
  const role: Role = caller === 'administrator' || caller === 'auditor' ? 'other' : caller;
  return mayHold({ role, administrator, auditor }, route.access.may);
}

function expectProblem(answer: Answer<unknown>, status: number, code?: string): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const problem = Problem.strict().parse(answer.body);
  expect(problem).toMatchObject({ status, type: `urn:cairn:error:${problem.code}`, error: problem.detail });
  expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  if (code !== undefined) expect(problem.code).toBe(code);
}

describe('the matrix itself', () => {
  test('has a case for every existing route and for no other', () => {
    expect(Object.keys(routeCases).toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  test.each(named(routes))('$name has a case for each error that its contract lists', ({ route }) => {
    const listed = (route.errors ?? []).map((kind: ErrorKind) => kind.code);
    const covered = (caseOf(route).refusals ?? []).map((refusal) => refusal.code);
    expect(covered.toSorted()).toEqual(listed.toSorted());
  });

  test.each(named(routes))('$name has a case of invalid input if it takes input', ({ route }) => {
    const takesInput = route.params !== undefined || route.query !== undefined || route.body !== undefined;
    expect((caseOf(route).invalid ?? []).length > 0).toBe(takesInput);
  });

  test.each(named(routes))('$name: the permission table matches the expectation of the case', ({ route }) => {
    const { allowed, narrower } = caseOf(route);
    const computed = callers.filter((caller) => mayCall(route, caller));
    if (narrower) expect(computed).toEqual(expect.arrayContaining([...allowed]));
    else expect(computed).toEqual(callers.filter((caller) => allowed.includes(caller)));
  });
});

describe.each(callers)('called by %s', (caller) => {
  test.each(named(routes))('$name', async ({ route }) => {
    const account = caller === 'signed out' ? undefined : await world.server.account(caller);
    const { allowed, good } = caseOf(route);
    const answer = await call(route, await good(world, account), account);
    if (!allowed.includes(caller)) return expectProblem(answer, caller === 'signed out' ? 401 : 403);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: route.status ?? 200, text: answer.text });
    expectContract(route, answer);
  });
});

function expectContract(route: RouteDefinition, answer: Answer<unknown>): void {
  const type = route.responseType ?? 'application/json; charset=utf-8';
  expect(answer.headers['content-type']).toBe(type);
  if (route.responseType === undefined) expect(route.response.safeParse(answer.body).error).toBeUndefined();
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'permissions-policy': expect.stringContaining('geolocation=(self)'),
  });
}

describe('invalid input is rejected with 400 and a pointer to the field', () => {
  const cases = routes.flatMap((route) =>
    (caseOf(route)?.invalid ?? []).map(({ pointer, ...input }) => ({
      name: `${nameOf(route)} ${pointer} ${JSON.stringify(input).slice(0, 70)}`,
      route,
      input,
      pointer,
    })),
  );
  test.each(cases)('$name', async ({ route, input, pointer }) => {
    const answer = await call(route, input, await somebodyAllowed(route));
    expectProblem(answer, 400);
    expect(answer.problem.errors).toContainEqual(expect.objectContaining({ pointer }));
  });
});

describe('unknown fields are rejected by name', () => {
  test.each(named(routes.filter((route) => route.responseType !== 'text/event-stream')))(
    'in the query of $name',
    async ({ route }) => {
      const account = await somebodyAllowed(route);
      const input = await caseOf(route).good(world, account);
      const answer = await call(route, { ...input, query: { ...input.query, surprise: 1 } }, account);
      expectProblem(answer, 400, 'request.invalid');
      expect(answer.problem.errors).toContainEqual({
        in: 'query',
        pointer: '/surprise',
        message: 'surprise is not a known field; remove it',
      });
    },
  );

  // A signed body is read as text. Its fields belong to the sender.
  const withFields = routes.filter((route) => route.method !== 'GET' && route.signatureHeader === undefined);
  test.each(named(withFields))('in the body of $name', async ({ route }) => {
    const account = await somebodyAllowed(route);
    const input = await caseOf(route).good(world, account);
    const answer = await call(route, { ...input, body: { ...(input.body as object), surprise: 1 } }, account);
    expectProblem(answer, 400, 'request.invalid');
    expect(answer.problem.detail).toContain('surprise is not a known field; remove it');
    expect(answer.problem.errors).toContainEqual(expect.objectContaining({ in: 'body', pointer: '/surprise' }));
  });
});

describe('each refusal that a contract lists', () => {
  const cases = routes.flatMap((route) =>
    (caseOf(route)?.refusals ?? []).flatMap(({ code, provoke }) =>
      typeof provoke === 'string' ? [] : [{ name: `${nameOf(route)} ${code}`, route, code, provoke }],
    ),
  );
  test.each(cases)('$name', async ({ route, code, provoke }) => {
    const kind = route.errors?.find((listed: ErrorKind) => listed.code === code);
    const asMaker =
      code.startsWith('trace.') || code === 'participants.inactive' || code === 'participants.not_registered';
    const account = asMaker ? world.maker : await somebodyAllowed(route);
    expectProblem(await call(route, await provoke(world), account), kind!.status, code);
  });
});

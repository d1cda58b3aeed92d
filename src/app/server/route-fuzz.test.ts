import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readBlock } from '#domains/ledger/contract.ts';
import { Problem } from '#platform/contract/errors.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { asText, callLoosely, type LooseInput } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { allowedAccount, isOfGovernment, isOfResidents } from '#tests/support/route-cases/allowed-account.ts';
import { routeCases, type World } from '#tests/support/route-cases/index.ts';
import { startTestServer, type TestAccount } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

/** Inputs per route: in all, over ten thousand. `npm run torture -- --mode fuzz` sends more, with its own seed. */
const RUNS = Number(process.env.CAIRN_FUZZ_RUNS ?? 60);
const SEED = process.env.CAIRN_FUZZ_SEED;
/** For a route without input, only unknown fields can be varied. */
const RUNS_WITHOUT_INPUT = 10;
/** Routes whose calls are deliberately slow or start threads. */
const SLOW: Readonly<Record<string, number>> = {
  'POST /api/auth/login': 15,
  'POST /api/register': 15,
  'POST /api/auth/set-password': 15,
  'POST /api/auth/reset-password': 15,
  'POST /api/auth/step-up': 15,
  'POST /api/auth/totp': 15,
  'POST /api/auth/totp/confirm': 15,
  'POST /api/auth/totp/disable': 15,
  'POST /api/auth/recovery-codes': 15,
  'POST /api/chain/validations': 5,
  // Each call needs an invoice, or processes all accounts.
  'GET /api/subscription/invoices/{invoiceId}': 15,
  'GET /api/subscription/administration/subscriptions/{username}': 15,
  'POST /api/subscription/administration/subscriptions/{username}/extend-trial': 15,
  'POST /api/subscription/administration/invoices/{invoiceId}/credit': 15,
  'POST /api/subscription/administration/invoices/{invoiceId}/void': 15,
  'POST /api/subscription/administration/invoices/{invoiceId}/uncollectible': 15,
  'POST /api/subscription/administration/runs': 5,
  // Each call needs a property with a bill, or a payment.
  'GET /api/detroit/properties/{id}/bills': 15,
  'GET /api/detroit/bills/{billNumber}': 15,
  'POST /api/payments/property/{propertyId}': 15,
  'POST /api/detroit/bills/{billNumber}/payments': 15,
  'POST /api/detroit/levies': 15,
  'POST /api/detroit/payments/{paymentId}/confirm': 15,
  'POST /api/detroit/payments/{paymentId}/fail': 15,
  'POST /api/detroit/payments/{paymentId}/reverse': 15,
  'POST /api/detroit/payments/{paymentId}/refund': 15,
  'GET /api/payments/{paymentId}': 15,
  'POST /api/payments/cards/test/{paymentId}': 15,
  // Each document needs one too, and is then rendered.
  'GET /api/detroit/bills/{billNumber}/pdf': 10,
  'GET /api/payments/{paymentId}/receipt': 10,
  'GET /api/detroit/properties/{id}/extract': 10,
  'POST /api/detroit/claims/letter': 10,
  'GET /api/nft/statement/pdf': 10,
  'GET /api/subscription/invoices/{invoiceId}/pdf': 10,
  // And these, which assess, levy and change a property first.
  'POST /api/detroit/bills/{billNumber}/corrections': 10,
  'POST /api/detroit/appeals/{appealId}/decision': 10,
  'POST /api/detroit/appeals/{appealId}/withdraw': 10,
  'POST /api/detroit/properties/{id}/appeals': 10,
  // Each call waits for a block of the embedded chain.
  'POST /api/payments/demo-funds': 15,
};

/** Routes that consume a session, a password, a second factor, years of billing time or a waiting deposit, so each call gets a new account. */
const CONSUMING = new Set([
  'POST /api/subscription/clock',
  'POST /api/nft/cash/deposits/{paymentId}/give-up',
  'POST /api/auth/logout',
  'POST /api/auth/set-password',
  'POST /api/auth/totp',
  'POST /api/auth/totp/confirm',
  'POST /api/auth/totp/disable',
  'POST /api/auth/recovery-codes',
]);

let world: World;
let account: TestAccount;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  const server = await startTestServer({
    // No calls are sent to the network here, and orders must not pause because of that.
    environment: { CAIRN_DEMO: 'true', EVM_PAUSE_MINUTES: '10000' },
  });
  account = await allowedAccount(server, '');
  clerk = await server.account('government');
  resident = await server.account('resident');
  await record(server, account, 'manufactured', 'FUZZ-1', { name: 'Fuzz' });
  await server.publish();
  const { hash } = (await server.call(readBlock, { params: { index: 1 } })).body;
  world = { server, maker: account, assetId: 'FUZZ-1', hash, validationId: '00000000-0000-4000-8000-000000000000' };
});
afterAll(() => world.server.stop());

const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '%',
      '_',
      '\\',
      "' or 1=1 --",
      '"',
      '../..',
      '__proto__',
      'constructor',
    ],
    ...['x'.repeat(5000), '💥', '\u202e', 'İ', 'ß', '\n', '0', '-1', '-0', '1e308', '1e999', 'NaN', 'Infinity', '0x10'],
    ...['2026-02-30', '0000-00-00', '9999-12-31T23:59:60Z', '9007199254740993', '18446744073709551616', 'null', 'true'],
  ),
);
const oddValue = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, [], {}, -0, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 2 ** 31, -(2 ** 63)),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(oddText, { maxLength: 5 }),
  fc.dictionary(oddText, oddText, { maxKeys: 4 }),
);

type Fields = Record<string, unknown>;
type Part = 'params' | 'query' | 'body';
type Change = { part: Part; field: number; name: string; value: unknown; kind: 'set' | 'drop' | 'add' | 'replace' };
const change: fc.Arbitrary<Change> = fc.record({
  part: fc.constantFrom<Part>('params', 'query', 'body'),
  field: fc.nat(20),
  name: oddText,
  value: oddValue,
  kind: fc.constantFrom('set', 'set', 'set', 'set', 'drop', 'add', 'replace'),
});

/** The declared fields of a request part, whether or not the input has them. */
const fieldsOf = (route: RouteDefinition, part: Part) =>
  route[part] instanceof z.ZodObject ? Object.keys(route[part].shape) : [];

function applyChanges(route: RouteDefinition, input: LooseInput, changes: readonly Change[]): LooseInput {
  const parts: Record<Part, unknown> = { params: { ...input.params }, query: { ...input.query }, body: input.body };
  for (const { part, field, name, value, kind } of changes) {
    if (part === 'body' && route.method === 'GET') continue;
    if (kind === 'replace' && part === 'body') parts.body = value;
    const known = fieldsOf(route, part);
    const target = kind === 'add' && part !== 'params' ? name : known[field % Math.max(1, known.length)];
    const fields = parts[part];
    if (target === undefined || typeof fields !== 'object' || fields === null) continue;
    const { [target]: _, ...rest } = fields as Fields;
    // A path always has all of its parameters.
    parts[part] =
      kind === 'drop' && part !== 'params' ? rest : Object.fromEntries([...Object.entries(rest), [target, value]]);
  }
  return {
    params: parts.params as Fields,
    query: parts.query as Fields,
    ...(parts.body === undefined ? {} : { body: parts.body }),
  };
}

/** The input as the server receives it: text in path and query, JSON in the body. */
function schemaTakes(route: RouteDefinition, input: LooseInput): boolean {
  const texts = (fields: object = {}) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name.toWellFormed(), asText(value)]),
    );
  const takes = (schema: z.ZodType | undefined, value: unknown) =>
    schema === undefined || schema.safeParse(value).success;
  const takesParts = takes(route.params, texts(input.params)) && takes(route.query, texts(input.query));
  return takesParts && takes(route.body, bodyOf(input) ?? {});
}

/** The body as the server reads it. A text is sent unchanged, so `null` is no body; one that is not JSON stays a text. */
function bodyOf({ body }: LooseInput): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body));
  } catch {
    return body;
  }
}

type Call = { as: TestAccount; good: LooseInput };

/**
 * Returns valid input and its caller. Prepared again only after a call that may have used it up: a rejected call changes
 * nothing, and neither does reading. Preparing a bill or a position for each of 200 calls took most of the time.
 */
function reusableCall(name: string, route: RouteDefinition, accountFor: () => Promise<TestAccount>) {
  let call: Call | undefined;
  return async (): Promise<Call & { answered: (status: number) => void }> => {
    if (call === undefined || CONSUMING.has(name)) {
      const as = await accountFor();
      call = { as, good: await routeCases[name]!.good(world, as) };
    }
    return {
      ...call,
      answered(status) {
        if (route.method !== 'GET' && status < 400) call = undefined;
      },
    };
  };
}

const takesInput = ({ params, query, body }: RouteDefinition) => [params, query, body].some(Boolean);

const fuzzed = routes
  .filter((route) => route.responseType !== 'text/event-stream')
  .map((route) => ({ name: `${route.method} ${route.path}`, route }));

describe('generated input never breaks a route, and input that violates its schema is rejected', () => {
  test.each(fuzzed)('$name', async ({ name, route }) => {
    const nextCall = reusableCall(name, route, async () => {
      if (CONSUMING.has(name)) return world.server.account('manufacturer');
      return isOfGovernment(name) ? clerk : isOfResidents(name) ? resident : account;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const { as, good, answered } = await nextCall();
        const input = applyChanges(route, good, changes);
        const answer = await callLoosely(world.server.app, route, input, { as });
        answered(answer.status);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status < 300) expect(schemaTakes(route, input)).toBe(true);
        else expect(Problem.safeParse(answer.body).error).toBeUndefined();
      }),
      {
        numRuns: SLOW[name] ?? (takesInput(route) ? RUNS : RUNS_WITHOUT_INPUT),
        ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      },
    );
  });
});

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Bodies that are malformed JSON, or extreme JSON. */
const torture: readonly [string, string][] = [
  ['arrays nested 100,000 deep', nested('[', ']', 100_000)],
  ['objects nested 30,000 deep', nested('{"a":', '}', 30_000)],
  ['nesting that never closes', '['.repeat(100_000)],
  ['invalid JSON', '{user: 1}'],
  ['a number beyond every range', '{"meta":{"n":1e999}}'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '12345678901234567890'],
  ['__proto__', '{"__proto__":{"administrator":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"administrator":true}}}'],
  ['duplicate keys', '{"user":"a","user":"b"}'],
  ['a byte order mark', '\ufeff{}'],
  ['only spaces', '   '],
  ['a lone surrogate', '{"user":"\\ud800"}'],
  ['U+0000', '{"user":"a\\u0000b","username":"a\\u0000b"}'],
  ['10,000 unknown fields', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, i])))],
  ['a key of 200,000 letters', `{"${'k'.repeat(200_000)}":1}`],
];

describe('a hostile body is rejected with a problem, not with a crash', () => {
  const writing = fuzzed.filter(({ route }) => route.method !== 'GET');
  test.each(writing)('$name', async ({ name, route }) => {
    const nextCall = reusableCall(name, route, () => allowedAccount(world.server, name));
    for (const [what, body] of torture) {
      const { as, good, answered } = await nextCall();
      const { params } = good;
      const answer = await callLoosely(world.server.app, route, { ...(params && { params }), body }, { as });
      answered(answer.status);
      // Where no body is required, null and an empty object count as none.
      const needsNoBody = route.body === undefined || route.body.safeParse({}).success;
      const fine = needsNoBody && ['null', 'a byte order mark'].includes(what) ? expect.any(Number) : 400;
      expect({ what, status: answer.status }).toEqual({ what, status: fine });
      if (answer.status < 400) continue;
      expect(Problem.safeParse(answer.body).error, what).toBeUndefined();
    }
  });

  test('larger than 256 KiB: 413; of another type: 415; empty: 400', async () => {
    const { app } = world.server;
    const post = (payload: string | Buffer, type: string) =>
      app.inject({
        method: 'POST',
        url: '/api/add-event',
        payload,
        headers: { 'content-type': type, authorization: `Bearer ${account.token}` },
      });
    const json = 'application/json';
    expect((await post(`{"user":"${'x'.repeat(256 * 1024)}"}`, json)).json()).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    expect((await post('user=a', 'application/x-www-form-urlencoded')).json()).toMatchObject({ status: 415 });
    expect((await post('<a/>', 'text/xml')).json()).toMatchObject({ status: 415 });
    expect((await post('', json)).json()).toMatchObject({ status: 400 });
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json)).json()).toMatchObject({
      status: 400,
    });
  });

  test.each([
    '/api/assets/%E0%A4%A',
    '/api/assets/%',
    `/api/assets/${'x'.repeat(1001)}`,
    '/api/assets/%00',
    '/api/chain/blocks/%FF',
    '//api',
    '/api/assets?%',
  ])('an unparsable URL: %s', async (url) => {
    const answer = await world.server.app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 400) {
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(Problem.safeParse(answer.json()).error).toBeUndefined();
    }
  });

  test.each([
    ['integers beyond 2^53', { n: 2 ** 53 }],
    ['a lone surrogate in a value', { text: '\ud800' }],
    ['a lone surrogate in a key', { '\udfff': 1 }],
    ['U+0000 in a value', { text: 'a\u0000' }],
    ['nesting over 100 levels', JSON.parse(nested('{"a":', '}', 150))],
  ])('%s in the meta of an event: 400, and nothing is recorded', async (_, meta) => {
    const before = await world.server.database.sql('select length from ledger_head');
    const body = { user: account.username, action: 'quality_check', asset_id: 'FUZZ-1', meta };
    const answer = await world.server.app.inject({
      method: 'POST',
      url: '/api/add-event',
      payload: body,
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
    expect(await world.server.database.sql('select length from ledger_head')).toEqual(before);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readBlock } from '#domains/ledger/contract.ts';
import type { FieldError, Problem } from '#platform/contract/errors.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { callLoosely, type LooseInput } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { allowedAccount } from '#tests/support/route-cases/allowed-account.ts';
import { routeCases, type World } from '#tests/support/route-cases/index.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

let world: World;
beforeAll(async () => {
  const server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  const account = await allowedAccount(server, '');
  await record(server, account, 'manufactured', 'FIELDS-1', { name: 'Fields' });
  await server.publish();
  const { hash } = (await server.call(readBlock, { params: { index: 1 } })).body;
  world = { server, maker: account, assetId: 'FIELDS-1', hash, validationId: '00000000-0000-4000-8000-000000000000' };
});
afterAll(() => world.server.stop());

/** Values that are text in a path or a query. */
const texts: Readonly<Record<string, unknown>> = {
  missing: undefined,
  empty: '',
  blank: '   ',
  'an unknown word': 'no such value!',
  'a long text': 'x'.repeat(5000),
  'a negative number': -1,
  'a fraction': 1.5,
  'a large number': 1e15,
};
const values: Readonly<Record<string, unknown>> = {
  ...texts,
  null: null,
  true: true,
  'an empty list': [],
  'a list of numbers': [1, 2],
  'an object': { a: { b: 1 } },
};

type Part = 'params' | 'query' | 'body';

/** Returns requests in which one field of a valid request was changed. */
function* changesOf(route: RouteDefinition): Iterable<{ part: Part; field: string; kind: string; value: unknown }> {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part];
    // A path always has all of its parameters.
    for (const field of schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
      for (const [kind, value] of Object.entries(part === 'body' ? values : texts))
        if (part !== 'params' || (kind !== 'missing' && kind !== 'empty')) yield { part, field, kind, value };
  }
}

/** Fields that a rule of the contract connects, so that a wrong one may be reported at the other. */
const connected: readonly (readonly string[])[] = [
  ['from', 'to'],
  ['user', 'username'],
  ['email', 'password', 'identifiers'],
  ['zoom', 'x', 'y'],
  ['openingCents', 'closingCents'],
  ['fromYear', 'toYear'],
  ['outcome', 'land', 'building'],
  ['penalty', 'interest', 'preview'],
  ['totalShares', 'minimumPurchase'],
];

/** Words of validation libraries and of JavaScript, which readers do not understand. */
const raw =
  /\b(invalid (input|option|string|type|format)|expected|too (big|small)|undefined|NaN|enum)\b|\[object|valid url component|has a form that/i;

function faultsOf(route: RouteDefinition, field: string, kind: string, errors: readonly FieldError[]): string[] {
  const faults = errors.flatMap(({ pointer, message }) => {
    const top = pointer.split('/')[1] ?? '';
    // A change without any field is refused as a whole.
    const isElsewhere = top !== field && !isConnected(top, field) && !(kind === 'missing' && top === '');
    return [
      ...(isElsewhere ? [`is at ${pointer}`] : []),
      ...(raw.test(message) ? ['is raw'] : []),
      ...(/[a-z]/.test(message[0] ?? '') &&
      !message.startsWith(`${fieldIn(pointer)} `) &&
      !message.startsWith(String(values[kind]))
        ? ['does not name the field']
        : []),
      ...(/[.!?]{2}|\s{2}|\s$/.test(message.replaceAll('   ', '')) ? ['has odd punctuation'] : []),
      ...(/ is required$/.test(message) && !mayBeRequired(route, top, kind, message)
        ? ['calls an optional field required']
        : []),
    ].map((fault) => `${pointer} "${message.slice(0, 120)}" ${fault}`);
  });
  const pointers = errors.map(({ pointer }) => pointer);
  return new Set(pointers).size < pointers.length ? [...faults, `several messages at one field: ${pointers}`] : faults;
}

/** Returns the sentences that a problem states twice. */
function repeatedIn({ error, hint = '' }: Problem): string[] {
  const sentences = `${error} ${hint}`.split(/(?<=[.!?])\s+/).filter((sentence) => /[a-z]{3}/.test(sentence));
  return sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at);
}

const isConnected = (field: string, other: string) =>
  connected.some((some) => some.includes(field) && some.includes(other));

const fieldIn = (pointer: string) => pointer.slice(1).replaceAll('/', '.');

/**
 * Reports whether a message may call the field required: one of several fields is required, or the field must not be
 * missing, or it is blank text, which has its own message. An object without fields may lack those that it requires.
 */
function mayBeRequired(route: RouteDefinition, field: string, kind: string, message: string): boolean {
  if (['null', 'empty', 'blank'].includes(kind)) return !message.startsWith(`${field} `);
  const schema = [route.query, route.body].find((part) => part instanceof z.ZodObject && field in part.shape);
  const own = schema instanceof z.ZodObject ? (schema.shape[field] as z.ZodType) : undefined;
  if (kind === 'an object' && own instanceof z.ZodObject) {
    const inner = /^(?:\w+)\.(\w+) is required$/.exec(message)?.[1] ?? '';
    return inner in own.shape && !(own.shape[inner] as z.ZodType).safeParse(undefined).success;
  }
  if (kind !== 'missing') return false;
  return !own?.safeParse(undefined).success || connected.some((some) => some.includes(field));
}

describe('a wrong value gets one message, at its field, in plain words', () => {
  const tested = routes
    .filter((route) => route.responseType !== 'text/event-stream' && [...changesOf(route)].length > 0)
    .map((route) => ({ name: `${route.method} ${route.path}`, route }));

  test.each(tested)('$name', async ({ name, route }) => {
    const faults: string[] = [];
    let as = await allowedAccount(world.server, name);
    const changesAccount = route.path.startsWith('/api/auth/');
    for (const { part, field, kind, value } of changesOf(route)) {
      const good = await routeCases[name]!.good(world, as);
      const { [field]: _, ...rest } = (good[part] ?? {}) as Record<string, unknown>;
      const input: LooseInput = { ...good, [part]: value === undefined ? rest : { ...rest, [field]: value } };
      const { status, problem } = await callLoosely(world.server.app, route, input, { as });
      if (changesAccount || (status < 400 && route.method !== 'GET')) as = await allowedAccount(world.server, name);
      if (status >= 400)
        faults.push(...faultsOf(route, field, kind, problem.errors ?? []).map((fault) => `${kind}: ${fault}`));
      if (status >= 400) faults.push(...repeatedIn(problem).map((sentence) => `${kind}: states twice "${sentence}"`));
      if (status >= 400 && raw.test(problem.error)) faults.push(`${kind}: "${problem.error.slice(0, 120)}" is raw`);
    }
    expect(faults).toEqual([]);
  });
});

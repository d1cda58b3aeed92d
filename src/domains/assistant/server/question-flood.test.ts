import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, readConversation } from '#domains/assistant/contract.ts';
import { recordAssets } from '#tests/support/events.ts';
import { cpuMilliseconds, longestTurn, slowdown } from '#tests/support/main-thread.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createKnownNames } from './engine/known-names.ts';

const MAIN_THREAD_MILLISECONDS = 100;
/** The time that one question may use on the assistant's own thread for its names. */
const THREAD_MILLISECONDS = 3000;
const PARTICIPANTS = 3000;
const WORDS = ['north', 'south', 'quarry', 'timber', 'harbor', 'copper', 'velvet', 'marble', 'cobalt', 'willow'];
const word = (n: number) => WORDS[n % WORDS.length] ?? '';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  await recordAssets(server, maker, 'FLOOD', 50);
  // Names of 100 characters and 16 words, as anyone may register them.
  await server.database.sql(
    `insert into accounts (id, username, display_name, role, password_hash, created_at)
     select gen_random_uuid(), 'flood' || n, left(repeat($1::text || ' ', 2) || n || ' company of traders', 100), 'other', 'x', now()
     from generate_series(1, $2) n`,
    [WORDS.slice(0, 6).join(' '), PARTICIPANTS],
  );
});
afterAll(() => server.stop());

const questions: readonly (readonly [string, string])[] = [
  ['words that resemble names', Array.from({ length: 400 }, (_, n) => `${word(n)}x`).join(' ')],
  ['the words of the names', Array.from({ length: 400 }, (_, n) => word(n)).join(' ')],
  ['dates', 'half an hour and '.repeat(200)],
  ['misspelled words', 'manifactored verifyed chekpoint anomallies '.repeat(60)],
  ['characters that decompose', '\uFDFA'.repeat(2000)],
  ['a request body', 'where is it '.repeat(15_000)],
];

describe('one question of the largest size', () => {
  test.each(questions)('delays no other request: %s', async (_, message) => {
    // The first question starts the thread and reads the names.
    await server.call(ask, { body: { message: 'help' } });
    server.clock.advance(5000);
    const hold = await longestTurn(async () => {
      expect((await server.call(ask, { body: { message } })).status).toBe(200);
    });
    // This took 14 to 57 s before the work was bounded and moved to a thread.
    expect(hold / slowdown(hold)).toBeLessThan(MAIN_THREAD_MILLISECONDS);
  });
});

test('reading the longest conversation delays no other request', async () => {
  const as = await server.account('retailer');
  const message = `Which assets exist? ${'x é '.repeat(25_000)}`;
  const { conversationId = '' } = (await server.call(ask, { body: { message } }, { as })).body;
  await server.database.sql(
    `insert into conversation_messages (conversation_id, at, question, answer)
     select conversation_id, at, question, answer from conversation_messages, generate_series(1, 199) where conversation_id = $1`,
    [conversationId],
  );
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least > MAIN_THREAD_MILLISECONDS; n++) {
    const hold = await longestTurn(async () => {
      const { body } = await server.call(readConversation, { params: { id: conversationId } }, { as });
      expect(body.messages).toHaveLength(200);
    });
    least = Math.min(least, hold / slowdown(hold));
  }
  // This took 207 ms when whole questions were stored instead of the 2,000 characters that are read.
  expect(least).toBeLessThan(MAIN_THREAD_MILLISECONDS);
});

describe('many questions of the largest size', () => {
  test('are refused with 503 and the seconds to wait when too many wait', async () => {
    const askers = await Promise.all(Array.from({ length: 3 }, () => server.account('retailer')));
    const answers = await Promise.all(
      askers.flatMap((as) =>
        Array.from({ length: 20 }, () => server.call(ask, { body: { message: questions[0]?.[1] ?? '' } }, { as })),
      ),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length + answers.filter(({ status }) => status === 200).length).toBe(60);
    expect(refused[0]?.headers['retry-after']).toBe('2');
  });
});

describe('names in a question', () => {
  const names = createKnownNames([
    { username: 'kivu-coffee', displayName: 'Kivu Coffee & Sons' },
    { username: 'acme', displayName: WORDS.join(' ') },
    ...Array.from({ length: 2000 }, (_, n) => ({ username: `northwind${String(n).padStart(4, '0')}` })),
  ]);

  test.each([
    ['as written', 'what has kivu-coffee been doing', ['kivu-coffee']],
    ['with spaces for dashes', 'what has kivu coffee been doing', ['kivu-coffee']],
    ['by display name', 'who is kivu coffee & sons?', ['kivu-coffee']],
    ['in the possessive', "kivu coffee's events", ['kivu-coffee']],
    ['with two typos', 'what has kivu cofeee been doing', ['kivu-coffee']],
    ['with many words', `who is ${WORDS.join(' ')}`, ['acme']],
    ['not as a part of another name', 'who is kivu-coffee-roasters-limited', []],
  ])('are found %s', (_, text, usernames) => {
    expect(names.find(text)).toMatchObject({ usernames, complete: true });
  });

  test('are compared with a bounded number of names, and the result states when it is incomplete', () => {
    const text = Array.from({ length: 180 }, (_, n) => `northwnid${n + 10}`).join(' ');
    const began = cpuMilliseconds();
    const found = names.find(text);
    expect(found.complete).toBe(false);
    const used = cpuMilliseconds() - began;
    expect(used / slowdown(used)).toBeLessThan(THREAD_MILLISECONDS);
  });
});

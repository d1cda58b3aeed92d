import { afterAll, beforeAll, expect, test } from 'vitest';
import { readParticipant, register, updateParticipant } from '#domains/participants/contract.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
});
afterAll(() => server.stop());

let made = 0;
const account = () => {
  const user = `named-${made++}`;
  return { user, password: 'three wise stones', email: `${user}@example.org`, role: 'other' };
};
const participant = () => ({ user: `named-${made++}`, role: 'shipper' });

test.each([
  ['a zero-width space', 'Nordlys\u200bWorks'],
  ['a right-to-left override', 'Nordlys \u202eskroW'],
  ['a control character', 'Nordlys\u0007'],
  ['a Hangul filler', 'Nordlys\u3164Works'],
  ['a Cyrillic letter in a Latin word', 'Nordlуs Works'],
  ['a Greek letter in a Latin word', 'Αcme'],
])('a display name with %s is refused: of an account, of a participant, and as a change', async (_, displayName) => {
  const params = { id: maker.username };
  const answers = [
    await callLoosely(server.app, register, { body: { ...account(), displayName } }),
    await callLoosely(server.app, register, { body: { ...participant(), displayName } }, { as: maker }),
    await callLoosely(server.app, updateParticipant, { params, body: { displayName } }, { as: maker }),
  ];
  expect(answers.map(({ status, problem }) => [status, problem.errors?.[0]?.pointer])).toEqual(
    answers.map(() => [400, '/displayName']),
  );
});

test.each([
  'Nordlys Works',
  'Ålesund & Søn',
  'Кофе Москва',
  'Acme Москва',
  '株式会社トヨタ Motor',
  'محمد',
  'A-1 (North)',
])('the display name %j is accepted', async (displayName) => {
  await server.call(updateParticipant, { params: { id: maker.username }, body: { displayName } }, { as: maker });
  const { body } = await server.call(readParticipant, { params: { id: maker.username } });
  expect(body.displayName).toBe(displayName);
});

test('a display name that is the username of another account, in any case, is refused', async () => {
  const params = { id: maker.username };
  const other = await server.account('shipper');
  const displayName = ` ${other.username.toUpperCase()} `;
  const answers = [
    await callLoosely(server.app, register, { body: { ...account(), displayName } }),
    await callLoosely(server.app, register, { body: { ...participant(), displayName } }, { as: maker }),
    await callLoosely(server.app, updateParticipant, { params, body: { displayName } }, { as: maker }),
  ];
  for (const { status, problem } of answers)
    expect([status, problem.errors?.[0]]).toEqual([
      400,
      {
        in: 'body',
        pointer: '/displayName',
        message: `Display name must not be the username of another account: ${other.username}`,
      },
    ]);
});

test('a display name may be the account’s own username', async () => {
  const body = { displayName: maker.username.toUpperCase() };
  const answer = await server.call(updateParticipant, { params: { id: maker.username }, body }, { as: maker });
  expect(answer.body.displayName).toBe(body.displayName);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.account('manufacturer'));
});
afterAll(() => server.stop());

test.each([
  'admin',
  'ADMIN',
  'ledger',
  'System',
  'TOSTRING',
  'epcis-import',
  'EPCIS-Import',
  ...Object.getOwnPropertyNames(Object.prototype),
])('the username %j is reserved, for accounts and for participants', async (user) => {
  const register = (payload: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/register',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const account = { user, password: 'three wise stones', email: 'a@example.org', role: 'other' };
  for (const body of [account, { user, role: 'shipper' }, { username: user, role: 'shipper' }]) {
    const { statusCode, body: text } = await register(body);
    expect([statusCode, JSON.parse(text).errors]).toEqual([
      400,
      [{ in: 'body', pointer: '/user', message: 'This username is reserved. Choose another one.' }],
    ]);
  }
  expect(await server.database.sql('select 1 from accounts where lower(username) = lower($1)', [user])).toEqual([]);
});

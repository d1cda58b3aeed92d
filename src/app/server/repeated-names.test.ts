import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([
  ['/api/detroit/bills/2026-AAAA-BBBB-CCCC/payments', '{"amount":1,"amount":100,"paymentMethod":"bank"}', '/amount'],
  ['/api/auth/login', '{"username":"a","password":"b","\\u0070assword":"c"}', '/password'],
  ['/rpc', '{"jsonrpc":"2.0","id":1,"method":"eth_call","method":"eth_blockNumber"}', '/method'],
  ['/rpc', '[{"jsonrpc":"2.0","id":1,"id":2,"method":"eth_blockNumber"}]', '/0/id'],
])('%s refuses the body %s, because programs disagree on which value counts', async (url, payload, pointer) => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  expect([answer.statusCode, answer.json().errors[0]]).toEqual([
    400,
    { in: 'body', pointer, message: expect.stringMatching(/ must be given only once$/) },
  ]);
});

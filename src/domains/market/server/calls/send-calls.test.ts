import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueShares } from '#domains/market/contract.ts';
import { RpcError } from '#platform/server/evm/rpc-error.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from '../properties.fixture.ts';
import { hexOf } from './call-rows.ts';
import { sendCalls } from './send-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const states = () =>
  server.database.sql<{ nonce: number; state: string; raw: Buffer }>(
    'select nonce::integer, state, raw from market_calls order by nonce',
  );

test('calls behind one that failed to be sent still wait to be sent', async () => {
  const as = await server.account('government');
  for (let n = 0; n < 4; n++)
    await server.call(issueShares, { body: { propertyId: await registerParcel(server), totalShares: 10 } }, { as });
  const calls = await states();
  const failing = calls[2];
  const { chain } = server.services;
  const request: typeof chain.request = (asked) => {
    if (
      asked.method === 'eth_sendRawTransaction' &&
      (asked.params as readonly unknown[])[0] === hexOf(failing?.raw ?? Buffer.alloc(0))
    )
      throw new RpcError(-32_000, 'the endpoint is busy');
    return chain.request(asked);
  };
  await expect(sendCalls({ ...server.services, network: { chain: { ...chain, request } } })).rejects.toThrow('busy');
  const after = await states();
  expect(after.map(({ state }) => state === 'queued')).toEqual(calls.map((_, n) => n >= 2));
});

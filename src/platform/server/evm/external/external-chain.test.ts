import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createExternalChain, type ExternalChain } from './external-chain.ts';

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

let server: Server;
let chain: ExternalChain;
afterEach(async () => {
  await chain.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Opens a chain on an endpoint, and returns what the endpoint was asked. */
async function openOn(answer: (asked: Asked | Asked[]) => unknown): Promise<(Asked | Asked[])[]> {
  const received: (Asked | Asked[])[] = [];
  server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Asked | Asked[];
    received.push(asked);
    response.end(JSON.stringify(answer(asked)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  chain = createExternalChain({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, chainId: 7 });
  return received;
}

const resultOf = ({ id, method, params }: Asked) => ({
  jsonrpc: '2.0',
  id,
  result: method === 'eth_chainId' ? '0x7' : params[0],
});
const numbers = Array.from({ length: 120 }, (_, n) => n);
const requests = numbers.map((n) => ({ method: 'eth_getTransactionReceipt', params: [n] }));

test('sends many requests in a few batches, and puts answers that arrive in another order in place', async () => {
  const received = await openOn((asked) => (Array.isArray(asked) ? asked.map(resultOf).toReversed() : resultOf(asked)));
  expect(await chain.requestAll(requests)).toEqual(numbers);
  expect(received.map((one) => (Array.isArray(one) ? one.length : one.method))).toEqual(['eth_chainId', 50, 50, 20]);
  expect(await chain.requestAll([])).toEqual([]);
});

test('sends requests one by one to an endpoint that refuses batches', async () => {
  const received = await openOn((asked) =>
    Array.isArray(asked)
      ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Batches are not supported' } }
      : resultOf(asked),
  );
  expect(await chain.requestAll(requests.slice(0, 3))).toEqual([0, 1, 2]);
  expect(received).toHaveLength(5);
});

test('fails if one request fails, or has no answer', async () => {
  await openOn((asked) =>
    Array.isArray(asked)
      ? asked.map((one) =>
          one.params[0] === 1 ? { id: one.id, error: { code: -32005, message: 'too many' } } : resultOf(one),
        )
      : resultOf(asked),
  );
  await expect(chain.requestAll(requests.slice(0, 3))).rejects.toMatchObject({ code: -32005, message: 'too many' });
  expect(await chain.requestAll(requests.slice(2, 4))).toEqual([2, 3]);
});

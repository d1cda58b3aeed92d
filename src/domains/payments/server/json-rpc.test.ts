import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callChain, chainMethods } from '#platform/contract/json-rpc.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

type Response = { id: unknown; result?: unknown; error?: { code: number; message: string } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const request = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const post = async (body: unknown) => {
  const { status, body: answer } = await callLoosely(server.app, callChain, { body });
  return { status, answer: answer as Response & Response[] };
};

describe('POST /rpc', () => {
  test.each([...chainMethods])('answers %s, with a result or an error about its parameters', async (method) => {
    const { answer } = await post(request(method));
    expect(answer.error?.code ?? -32602).toBe(-32602);
  });

  test.each([
    ...['eth_accounts', 'eth_sendTransaction', 'eth_sign', 'eth_signTransaction', 'personal_unlockAccount'],
    ...['debug_traceTransaction', 'evm_mine', 'evm_snapshot', 'anvil_setBalance', 'hardhat_reset', 'admin_peers'],
    ...['miner_start', 'txpool_content', 'constructor', '__proto__', ''],
  ])('does not answer %s', async (method) => {
    expect((await post(request(method))).answer.error?.code).toBe(-32601);
  });

  test('returns the id of each request of a batch in order, and one error does not fail the others', async () => {
    const { answer } = await post([
      request('eth_chainId', [], 'a'),
      request('eth_mine', [], null),
      request('net_version', [], 7),
    ]);
    expect(answer.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      [null, -32601],
      [7, undefined],
    ]);
  });

  test('names the limit of a batch', async () => {
    const body = Array.from({ length: 21 }, (_, id) => request('eth_chainId', [], id));
    const answer = await callLoosely(server.app, callChain, { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ detail: 'The body must have at most 20 entries' }),
    ]);
  });

  test('ends a batch of loops after a second of computing, and answers others meanwhile', async () => {
    await post(request('eth_blockNumber'));
    const started = performance.now();
    let ended = false;
    const batch = post(Array.from({ length: 20 }, (_, n) => request('eth_call', [{ data: '0x5b5f56' }], n))).finally(
      () => {
        ended = true;
      },
    );
    for (let n = 0; n < 5; n += 1) {
      expect((await post(request('eth_blockNumber'))).answer.result).toBe('0x0');
      expect(ended).toBe(false);
    }
    const { answer } = await batch;
    const messages = answer.map(({ error }) => error?.message);
    expect(messages).toEqual(messages.map(() => expect.stringContaining('execution aborted')));
    // Some calls use up the time of the batch.
    expect(messages.at(-1)).toBe('execution aborted: the time for calls is used up');
    // A second of computing takes at most ten on a busy machine.
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('answers a short call during a flood of loops, ends the loops early, and refuses calls that would wait too long', async () => {
    await post(request('eth_blockNumber'));
    const started = performance.now();
    const loops = Array.from({ length: 100 }, (_, n) => post(request('eth_call', [{ data: '0x5b5f56' }], n)));
    const messages = (await Promise.all(loops)).map(({ answer }) => answer.error?.message ?? '');
    const ending = (words: string) => messages.filter((message) => message.includes(words)).length;
    const refused = ending('64 requests from your address already wait for the chain');
    // One runs and 64 wait, unless some have ended while others still arrive.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(35);
    // The first few use up the second that the address has.
    expect(ending('calls from your address have used up their time')).toBeGreaterThan(40);
    expect(messages.every((message) => /already wait|execution aborted/.test(message))).toBe(true);
    const short = await post(request('eth_call', [{ data: '0x602a60005260206000f3' }]));
    expect(BigInt(short.answer.result as string)).toBe(42n);
    // 65 loops with two seconds each would take over two minutes.
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test.each([0.5, -1, -1e-16, 1e300])('refuses a fee history of %s blocks', async (count) => {
    const { answer } = await post(request('eth_feeHistory', [count, 'latest']));
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('The block count') });
  });

  test('answers generated parameters without an internal error, and keeps serving', async () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        'latest',
        'earliest',
        '0x',
        '0x0',
        '0xff',
        `0x${'11'.repeat(20)}`,
        `0x${'22'.repeat(32)}`,
        `0x${'f'.repeat(64)}`,
      ),
      fc.constantFrom(
        { to: `0x${'00'.repeat(20)}`, data: '0x60' },
        { data: '0x5b600056' },
        { fromBlock: '0x0', toBlock: '0x1' },
      ),
      fc.constantFrom(
        { blockHash: `0x${'33'.repeat(32)}` },
        { topics: [null, []] },
        { gas: `0x${'f'.repeat(64)}` },
        { value: '0x1' },
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => `0x${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...chainMethods), fc.array(odd, { maxLength: 4 }), async (method, params) => {
        const { status, answer } = await post(request(method, params));
        // The contract refuses what no route accepts, such as U+0000.
        if (status === 400) return;
        expect(status).toBe(200);
        expect(answer.error?.code, JSON.stringify({ method, params, answer })).not.toBe(-32603);
      }),
      { numRuns: 600 },
    );
    expect((await post(request('eth_blockNumber'))).answer.result).toBe('0x0');
  });

  test('refuses every method if the server uses another chain', async () => {
    const external = {
      EVM_RPC_URL: 'http://127.0.0.1:1/key',
      EVM_CHAIN_ID: '8453',
      EVM_NETWORK_NAME: 'Base',
      EVM_OPERATOR_KEY: `0x${'01'.repeat(32)}`,
    };
    const other = await startTestServer({ environment: external });
    const { body } = await callLoosely(other.app, callChain, { body: request('eth_chainId') });
    expect(body).toMatchObject({ error: { code: -32601, message: expect.stringContaining('Base') } });
    await other.stop();
  });
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Hex } from 'viem';
import { addressOfKey, createOperator, keyOfPurpose } from '#platform/server/evm/operator.ts';
import { openAnvil, TEST_KEY } from '#platform/server/evm/testing/engines.fixture.ts';
import type { Random } from '../random.ts';

/** The Ethereum network of the servers under test. */
export type Network = {
  readonly name: 'embedded' | 'anvil';
  /** The configuration of the servers. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sends a request to the network itself, even if the servers cannot reach it. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  /** Makes the network unreachable for the servers, or reachable again. */
  setAway(away: boolean): void;
  stop(): Promise<void>;
};

/** The chain that the servers run themselves. It is unreachable while they are. */
export function openEmbeddedNetwork(url: () => string): Network {
  return {
    name: 'embedded',
    environment: {},
    ask: (method, ...params) => post(`${url()}/rpc`, method, params),
    setAway: () => undefined,
    stop: async () => undefined,
  };
}

/**
 * The fraction of answers that are lost: the network executed the request, but the client does not learn the result.
 */
const LOST = 0.02;

/** Anvil behind a proxy that becomes unreachable on request, and loses answers. */
export async function openAnvilNetwork(random: Random): Promise<Network> {
  const chainId = 4251;
  const anvil = await openAnvil(chainId, Math.floor(Date.now() / 1000));
  const ask: Network['ask'] = (method, ...params) => anvil.request({ method, params } as never);
  await ask('anvil_setBalance', createOperator(TEST_KEY, chainId).address, '0xd3c21bcecceda1000000');
  await ask('anvil_setBalance', addressOfKey(keyOfPurpose(TEST_KEY, 'market')), '0xd3c21bcecceda1000000');
  let away = false;
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    if (away) return void response.destroy();
    await forward(anvil.url, body, response, random.next() < LOST);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  return {
    name: 'anvil',
    environment: {
      EVM_RPC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      EVM_CHAIN_ID: String(chainId),
      EVM_NETWORK_NAME: 'Anvil',
      EVM_OPERATOR_KEY: TEST_KEY,
      EVM_CONFIRMATIONS: '1',
    },
    ask,
    setAway: (next) => {
      away = next;
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await anvil.stop();
    },
  };
}

async function forward(url: string, body: string, response: ServerResponse, loses: boolean): Promise<void> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body });
    const answered = await answer.text();
    if (loses) response.destroy();
    else response.writeHead(answer.status, headers).end(answered);
  } catch {
    response.destroy();
  }
}

async function post(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(20_000),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result as Hex;
}

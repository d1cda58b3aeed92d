import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedAgent, RefusedAddressError } from './guarded-agent.ts';
import { isRefusedAddress, type UrlOwner } from './refused-addresses.ts';

let server: Server;
let port: number;
let requests: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to');
    if (to === null) response.end('reached');
    else response.writeHead(302, { location: to }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** Fetches a URL through an agent whose resolver gives `answers` in turn. Returns the body, or the refused address. */
async function reach(url: string, owner: UrlOwner, ...answers: string[][]): Promise<string> {
  requests = [];
  const agent = createGuardedAgent(owner, (_, __, callback) => {
    const addresses = answers.shift() ?? [];
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
  try {
    return await (await fetch(url, { dispatcher: agent, signal: AbortSignal.timeout(3000) })).text();
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof RefusedAddressError) return `refused ${cause.address}`;
    throw error;
  } finally {
    await agent.destroy();
  }
}

describe('a request to a URL that an account set', () => {
  test.each([
    ['a private address', '192.168.1.7'],
    ['loopback', '127.0.0.1'],
    ['the IPv6 form of loopback', '::1'],
    ['an IPv4-mapped private address', '::ffff:10.0.0.1'],
    ['the same in hex', '::ffff:a00:1'],
    ['a NAT64 address of a private one', '64:ff9b::a00:1'],
    ['a metadata service', '169.254.169.254'],
    ['a unique local address', 'fd12::1'],
  ])('is refused when its name resolves to %s', async (_, address) => {
    expect(await reach(`http://name.example:${port}/`, 'account', [address])).toBe(`refused ${address}`);
    expect(requests).toEqual([]);
  });

  test('is refused when only one of several addresses is private', async () => {
    expect(await reach('http://name.example/', 'account', ['93.184.215.14', '10.0.0.1'])).toBe('refused 10.0.0.1');
  });

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'is refused when the URL holds the address itself: %s',
    async (host) => {
      expect(await reach(`http://${host}:${port}/`, 'account')).toMatch(/^refused /);
      expect(requests).toEqual([]);
    },
  );

  test('may reach public addresses', () => {
    const addresses = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8', '172.32.0.1'];
    expect(addresses.filter((address) => isRefusedAddress(address, 'account'))).toEqual([]);
  });
});

describe('a request to a URL that the operator set', () => {
  test('reaches this host', async () => {
    expect(await reach(`http://collector.example:${port}/`, 'operator', ['127.0.0.1'])).toBe('reached');
  });

  test('connects to the address that was checked, without resolving the name again', async () => {
    expect(await reach(`http://rebinding.example:${port}/`, 'operator', ['127.0.0.1'], ['169.254.169.254'])).toBe(
      'reached',
    );
  });

  test.each(['http://169.254.169.254/', 'http://[::ffff:169.254.169.254]/', 'http://[fe80::1]/'])(
    'is refused after a redirect to %s',
    async (to) => {
      const url = `http://collector.example:${port}/?to=${encodeURIComponent(to)}`;
      expect(await reach(url, 'operator', ['127.0.0.1'])).toMatch(/^refused (169\.254|::ffff:a9fe|fe80)/);
      expect(requests).toHaveLength(1);
    },
  );

  test('is refused after a redirect to a name that resolves to a refused address', async () => {
    const url = `http://collector.example:${port}/?to=${encodeURIComponent('http://metadata.example/')}`;
    expect(await reach(url, 'operator', ['127.0.0.1'], ['169.254.169.254'])).toBe('refused 169.254.169.254');
  });
});

test('the same request succeeds without the guard, so the guard causes the refusals above', async () => {
  const agent = new Agent();
  expect(await (await fetch(`http://127.0.0.1:${port}/`, { dispatcher: agent })).text()).toBe('reached');
  await agent.destroy();
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { TrustedProxies } from '../trusted-proxies.ts';
import { createConnectionLimits, createLimitedServer } from './connection-limits.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Client = { readonly socket: Socket; readonly closed: Promise<unknown>; send(text: string): Promise<string> };

/** Starts a server that answers `/now`, and holds `/later` until `answer` is called. */
async function open(limits: { perAddress: number; total: number }, trustProxy: TrustedProxies = false) {
  const held: ServerResponse[] = [];
  const limited = createConnectionLimits(limits, trustProxy);
  const server = createLimitedServer((request, response) => {
    request.resume();
    if (request.url === '/later') {
      held.push(response);
      server.emit('held');
    } else request.once('end', () => response.end('done'));
  }, limited);
  server.listen(0, '::');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = async (host = '127.0.0.1'): Promise<Client> => {
    const socket = connect({ port, host });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.setEncoding('utf8');
    await once(socket, 'connect');
    return {
      socket,
      closed,
      async send(text) {
        socket.write(text);
        const [answer] = await Promise.race([once(socket, 'data'), closed.then(() => ['closed'])]);
        return String(answer).split('\r\n')[0] ?? '';
      },
    };
  };
  const hold = async (one: Client) => {
    const arrived = once(server, 'held');
    one.socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived;
  };
  return { client, hold, held };
}

const GET = 'GET /now HTTP/1.1\r\nHost: x\r\n\r\n';
const HALF = 'GET /now HTTP/1.1\r\nHost: x\r\nX-A: ';
const HALF_BODY = 'POST /now HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12';
const OK = 'HTTP/1.1 200 OK';

test.each([
  ['sent nothing', ''],
  ['sent half of its headers', HALF],
  ['sent half of its body', HALF_BODY],
])('at the limit of an address, the oldest connection that %s makes room', async (_, text) => {
  const { client } = await open({ perAddress: 3, total: 100 });
  const clients = [];
  for (let n = 0; n < 6; n++) {
    const one = await client();
    if (text !== '') one.socket.write(text);
    clients.push(one);
  }
  await Promise.all(clients.slice(0, 3).map(({ closed }) => closed));
  const late = await client();
  expect(await late.send(GET)).toBe(OK);
  await clients[3]?.closed;
  expect(await clients[5]?.send(text === HALF_BODY ? '34567890' : text === HALF ? '1\r\n\r\n' : GET)).toBe(OK);
});

test('a connection that was used recently is not the oldest', async () => {
  const { client } = await open({ perAddress: 2, total: 100 });
  const [first, second] = [await client(), await client()];
  expect(await second.send(GET)).toBe(OK);
  expect(await first.send(GET)).toBe(OK);
  const third = await client();
  expect(await third.send(GET)).toBe(OK);
  await second.closed;
  expect(await first.send(GET)).toBe(OK);
});

test('a request that is being answered is not interrupted; without another connection, the new one is closed', async () => {
  const { client, hold, held } = await open({ perAddress: 2, total: 100 });
  const [first, second] = [await client(), await client()];
  await hold(first);
  await hold(second);
  expect(await (await client()).send(GET)).toBe('closed');
  const answered = once(first.socket, 'data');
  held[0]?.end('done');
  expect(String(await answered)).toContain('200 OK');
  // This connection waits for its client again, so it makes room.
  expect(await (await client()).send(GET)).toBe(OK);
  await first.closed;
  expect(second.socket.destroyed).toBe(false);
});

test('one address leaves room for other addresses', async () => {
  const { client, hold } = await open({ perAddress: 2, total: 100 });
  for (const one of [await client(), await client()]) await hold(one);
  expect(await (await client('::1')).send(GET)).toBe(OK);
});

test('at the limit in total, the oldest waiting connection of any address makes room', async () => {
  const { client, hold } = await open({ perAddress: 100, total: 3 });
  const used = await client();
  await hold(used);
  const waiting = [await client(), await client()];
  expect(await (await client('::1')).send(GET)).toBe(OK);
  await waiting[0]?.closed;
  expect(used.socket.destroyed).toBe(false);
});

test.each([[1], [['127.0.0.0/8']], [['127.0.0.1', '10.0.0.0/8']]])(
  'a trusted proxy (%j) is limited in total only',
  async (trusted) => {
    const { client, hold } = await open({ perAddress: 1, total: 4 }, trusted);
    for (let n = 0; n < 4; n++) await hold(await client());
    expect(await (await client()).send(GET)).toBe('closed');
  },
);

test('limits an address that is not a trusted proxy', async () => {
  const { client, hold } = await open({ perAddress: 1, total: 4 }, ['10.0.0.0/8']);
  await hold(await client());
  expect(await (await client()).send(GET)).toBe('closed');
});

test('a closed connection leaves its room', async () => {
  const { client, hold } = await open({ perAddress: 1, total: 1 });
  for (let n = 0; n < 3; n++) {
    const one = await client();
    await hold(one);
    one.socket.destroy();
    await one.closed;
    // The server has detected this once it accepts another connection.
    let answer = 'closed';
    while (answer === 'closed') answer = await (await client()).send(`${GET.slice(0, -2)}Connection: close\r\n\r\n`);
    expect(answer).toBe(OK);
  }
});

test('half-sent headers get 408, and the connection is closed', async () => {
  const times = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  const server = createLimitedServer((_, response) => response.end(), undefined, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const closed = once(socket, 'close');
  socket.setEncoding('utf8');
  socket.write(HALF);
  expect(String(await once(socket, 'data'))).toContain('408');
  await closed;
});

test('a client has 10 s for headers, and 60 s for a request', () => {
  const { headersTimeout, requestTimeout } = createLimitedServer(() => undefined, undefined);
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 60_000 });
});

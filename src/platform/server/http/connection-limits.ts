import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { ConnectionLimits } from '../limits-config.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import { countedNetwork } from './counted-network.ts';

/**
 * How long a client may take to send the headers of a request, and the whole request. Otherwise half-sent requests stay
 * open.
 */
const SLOWEST_CLIENT = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** How often Node.js checks for connections that exceeded these times. */
  connectionsCheckingInterval: 2000,
};
/** How long a connection in use may transfer nothing. Live streams send data every 15 s. */
const STALLED_MILLISECONDS = 120_000;
/** How long it stays open between two requests: longer than the timeout of proxies that reuse it. */
const KEEP_ALIVE_MILLISECONDS = 72_000;

/** The network that an open connection counts for, and how many of its requests are being answered. */
type Connection = { readonly network: string | undefined; answering: number };

/** Creates an HTTP server whose slow clients are timed out, and whose connections count against `limits`, if there are any. */
export function createLimitedServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ReturnType<typeof createConnectionLimits> | undefined,
  slowestClient = SLOWEST_CLIENT,
): Server {
  const server = createServer({ ...slowestClient, keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, handler);
  server.setTimeout(STALLED_MILLISECONDS);
  limits?.watch(server);
  return server;
}

/**
 * Limits the connections that are open at the same time, in total and by network (an IPv6 /64 counts as one). At a limit,
 * the oldest connection that waits for its client makes room: one between two requests, or with a request that is not
 * completely sent. Without one, the new connection is closed. Those of trusted proxies carry many clients, and count in
 * total only.
 */
export function createConnectionLimits(limits: ConnectionLimits, trustProxy: TrustedProxies) {
  const isProxy = proxyTest(trustProxy);
  const connections = new Map<Socket, Connection>();
  // Oldest first, because a Set iterates in the order of insertion.
  const byNetwork = new Map<string, Set<Socket>>();
  const waiting = new Set<Socket>();

  function admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? undefined : countedNetwork(address);
    const own = network === undefined ? undefined : byNetwork.get(network);
    if (own !== undefined && own.size >= limits.perAddress && !makeRoom(own)) return void socket.destroy();
    if (connections.size >= limits.total && !makeRoom(waiting)) return void socket.destroy();
    connections.set(socket, { network, answering: 0 });
    waiting.add(socket);
    if (network !== undefined) byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(socket));
    socket.once('close', () => release(socket));
  }

  /** Closes the oldest of these connections that waits for its client. Returns false if there is none. */
  function makeRoom(among: ReadonlySet<Socket>): boolean {
    for (const socket of among) {
      if (!waiting.has(socket)) continue;
      release(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function release(socket: Socket): void {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    waiting.delete(socket);
    if (connection.network === undefined) return;
    const own = byNetwork.get(connection.network);
    own?.delete(socket);
    if (own?.size === 0) byNetwork.delete(connection.network);
  }

  /** Holds the connection from when its request is complete until the response is. */
  function hold(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    let isAnswering = false;
    const begin = () => {
      if (isAnswering || response.closed) return;
      isAnswering = true;
      connection.answering += 1;
      waiting.delete(socket);
    };
    response.once('close', () => {
      if (isAnswering) connection.answering -= 1;
      if (connection.answering === 0 && connections.has(socket)) {
        // It was used just now, so others make room before it.
        const own = connection.network === undefined ? undefined : byNetwork.get(connection.network);
        for (const set of [waiting, own]) {
          set?.delete(socket);
          set?.add(socket);
        }
      }
    });
    if (hasBody(request)) request.once('end', begin);
    else begin();
  }

  return {
    watch(server: Server): void {
      server.on('connection', admit);
      server.on('request', hold);
    },
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Returns a predicate for the addresses of trusted proxies. With a number of proxies, the operator lets no other client
 * connect.
 */
function proxyTest(trusted: TrustedProxies): (address: string) => boolean {
  if (typeof trusted === 'number') return () => trusted > 0;
  if (trusted === false) return () => false;
  const list = new BlockList();
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

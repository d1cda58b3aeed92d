import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

/**
 * Addresses that no configured name may lead to: what hosts use to hand out credentials (link-local), and what is no host
 * at all. Private and loopback addresses are open to the endpoints of this program, because the operator alone sets them.
 */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addSubnet('224.0.0.0', 3, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');
refused.addAddress('::', 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');

/** True for an address that traces are never sent to, also where a name resolves to it. */
export function isRefusedAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return refused.check(mapped ?? address, mapped === undefined && isIPv6(address) ? 'ipv6' : 'ipv4');
}

export type AgentOptions = {
  /** The headers that may leave, lower-case; every other is taken off. */
  readonly headers: readonly string[];
  readonly onResponse: (response: http.IncomingMessage) => void;
};

const ALWAYS_SENT = ['host', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'user-agent'];

/**
 * An agent that connects to checked addresses alone, after the name was resolved; lets no header out but the ones that
 * belong to this destination (the exporter library adds those of its own environment variables to every one); and shows
 * each response.
 */
export function createGuardedAgent(protocol: string, options: AgentOptions): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings);
  const inner = agent as unknown as Inner;
  const [addRequest, createConnection] = [inner.addRequest.bind(inner), inner.createConnection.bind(inner)];
  const allowed = new Set([...ALWAYS_SENT, ...options.headers]);
  inner.addRequest = (request, ...rest) => {
    for (const name of request.getHeaderNames()) if (!allowed.has(name)) request.removeHeader(name);
    request.once('response', options.onResponse);
    addRequest(request, ...rest);
  };
  // An address that is given as such is never looked up.
  inner.createConnection = (to, done) => {
    const host = to.host.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || !isRefusedAddress(host)) return createConnection(to, done);
    process.nextTick(done, refusal(host));
    return undefined;
  };
  return agent;
}

/** What Node's agents have, and its types leave out. */
type Inner = {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void;
  createConnection(to: { host: string }, done: (error: Error | null, socket?: Socket) => void): Socket | undefined;
};

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name as usual, and fails where any of its addresses is a refused one. */
function checkedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const bad = addresses.find(({ address }) => isRefusedAddress(address));
    if (bad !== undefined) return callback(refusal(bad.address), []);
    const [first] = addresses;
    if (options.all || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
}

const settings: http.AgentOptions = {
  keepAlive: true,
  maxSockets: 2,
  lookup: checkedLookup as NonNullable<http.AgentOptions['lookup']>,
};

const refusal = (address: string) => new Error(`Traces are not sent to ${address}: it is no address of a collector`);

import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

/**
 * Addresses that no configured name may resolve to: link-local ones, from which hosts serve credentials, and ones that
 * are no host. Private and loopback addresses are allowed for this program's endpoints, because only the operator sets
 * them.
 */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addSubnet('224.0.0.0', 3, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');
refused.addAddress('::', 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');

/** Reports whether traces are never sent to this address, even if a name resolves to it. */
export function isRefusedAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return refused.check(mapped ?? address, mapped === undefined && isIPv6(address) ? 'ipv6' : 'ipv4');
}

export type AgentOptions = {
  /** The only headers to send, in lower case. All others are removed. */
  readonly headers: readonly string[];
  readonly onResponse: (response: http.IncomingMessage) => void;
};

const ALWAYS_SENT = ['host', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'user-agent'];

/**
 * Returns an agent that connects only to addresses that pass the check after name resolution. It sends only the headers
 * of this destination (the exporter library adds those of its environment variables to every destination), and passes
 * each response to `onResponse`.
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
  // A literal address is never looked up.
  inner.createConnection = (to, done) => {
    const host = to.host.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || !isRefusedAddress(host)) return createConnection(to, done);
    process.nextTick(done, refusal(host));
    return undefined;
  };
  return agent;
}

/** Methods of Node's agents that its types leave out. */
type Inner = {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void;
  createConnection(to: { host: string }, done: (error: Error | null, socket?: Socket) => void): Socket | undefined;
};

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name as usual, and fails if any of its addresses is refused. */
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

const refusal = (address: string) => new Error(`Traces are not sent to ${address}: not an address of a collector`);

import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isRefusedAddress, type UrlOwner } from './refused-addresses.ts';

/** The address that a request was not allowed to reach. */
export class RefusedAddressError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`Requests are not sent to the address ${address}`);
    this.name = 'RefusedAddressError';
    this.address = address;
  }
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => void;

/**
 * Returns an undici agent that refuses to connect to addresses its `owner` must not reach. The check runs on the addresses
 * that the name resolved to, and the socket connects to these same addresses, so a second DNS answer cannot redirect it
 * (DNS rebinding). Each hop of a redirect connects through the same check. `resolve` is the resolver; tests replace it.
 */
export function createGuardedAgent(owner: UrlOwner, resolve: Lookup = resolveName as Lookup): Agent {
  const connect = buildConnector({ lookup: checkedLookup(owner, resolve) as never });
  return new Agent({
    connections: 2,
    // An address in the URL is never looked up.
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && isRefusedAddress(host, owner)) callback(new RefusedAddressError(host), null);
      else connect(options, callback);
    },
  });
}

/** Returns a lookup that fails if any address of the name is refused: a name that mixes them is an attack. */
function checkedLookup(owner: UrlOwner, resolve: Lookup): Lookup {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      const refused = addresses.find(({ address }) => isRefusedAddress(address, owner));
      if (refused !== undefined) return callback(new RefusedAddressError(refused.address), []);
      const [first] = addresses;
      if (options.all || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}

import { BlockList, isIPv6 } from 'node:net';

/**
 * The author of a request's URL determines which addresses it may reach. An `operator` also runs collectors on this
 * host and in the private network. A URL from an `account` must lead to the public internet.
 */
export type UrlOwner = 'operator' | 'account';

/** Link-local addresses, where hosts serve credentials, and addresses that belong to no host. */
const neverHosts = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254/128',
];

/** Loopback, private and shared address space, benchmarks, documentation: IANA special-purpose registries. */
const notPublic = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::1/128',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fec0::/10',
];

const refused: Readonly<Record<UrlOwner, BlockList>> = {
  operator: blockListOf(neverHosts),
  account: blockListOf([...neverHosts, ...notPublic]),
};

/** Reports whether a request for this owner must not connect to `address`, an IPv4 or IPv6 address in any notation. */
export function isRefusedAddress(address: string, owner: UrlOwner): boolean {
  const bare = address.split('%', 1)[0] as string;
  return refused[owner].check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** A block list matches an IPv4-mapped IPv6 address (`::ffff:…`) too. NAT64 (`64:ff9b::/96`) reaches the same hosts. */
function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = range.split('/') as [string, string];
    if (isIPv6(network)) list.addSubnet(network, Number(bits), 'ipv6');
    else {
      list.addSubnet(network, Number(bits), 'ipv4');
      list.addSubnet(`64:ff9b::${network}`, 96 + Number(bits), 'ipv6');
    }
  }
  return list;
}

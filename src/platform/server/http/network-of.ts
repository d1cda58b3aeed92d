import { isIPv6, SocketAddress } from 'node:net';

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because one client
 * can use every address of its /64. An IPv4 address mapped to IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const [ip = ''] = address.split('%');
  if (!isIPv6(ip)) return ip;
  const { address: shortest } = new SocketAddress({ address: ip, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)?.[1];
  return mapped ?? `${firstGroups(shortest).join(':')}::/64`;
}

/** Returns the first four groups of an IPv6 address in its shortest form. */
function firstGroups(shortest: string): string[] {
  const [head = '', tail = ''] = shortest.split('::').map((half) => half.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0'));
  const [before, after] = [head, tail].map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]];
  const zeros = shortest.includes('::') ? 8 - before.length - after.length : 0;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4);
}

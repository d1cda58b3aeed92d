import { isIPv4, SocketAddress } from 'node:net';

/**
 * Returns the network that limits count as one client: the address itself for IPv4, and the first 64 bits for IPv6, where
 * each host may choose among 2^64 addresses. An IPv4-mapped address counts as IPv4. Anything else is `unknown`.
 */
export function countedNetwork(address: string): string {
  // Every request is counted, and most addresses are IPv4.
  if (isIPv4(address)) return address;
  const [bare = ''] = address.split('%');
  const parsed = SocketAddress.parse(bare.includes(':') ? `[${bare}]` : bare);
  if (parsed === undefined) return 'unknown';
  if (parsed.family === 'ipv4') return parsed.address;
  const groups = groupsOf(parsed.address);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, in which `::` stands for zeros and the end may be dotted. */
function groupsOf(address: string): number[] {
  const [left = [], right = []] = address.split('::').map((side) =>
    side
      .split(':')
      .filter((group) => group !== '')
      .flatMap(numbersOf),
  );
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}

function numbersOf(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

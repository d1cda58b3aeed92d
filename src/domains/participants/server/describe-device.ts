import { isIPv6 } from 'node:net';

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a device from its user agent, such as 'Firefox on Linux'. A hint for its owner, not an identification. */
export function describeDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device';
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? userAgent.slice(0, 60);
}

/**
 * Returns the network of an address: the first three octets or the first 48 bits. Enough to recognize, too little to
 * trace.
 */
export function networkOf(address: string | null | undefined): string {
  if (!address) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv6(mapped)) return /^(\d+\.\d+\.\d+)\.\d+$/.test(mapped) ? mapped.replace(/\d+$/, '0/24') : 'unknown';
  const [head = ''] = mapped.split('%');
  const [left = ''] = head.split('::');
  const groups = left === '' ? [] : left.split(':');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}

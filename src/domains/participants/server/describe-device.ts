import { isIPv6 } from 'node:net';
import Bowser from 'bowser';

/**
 * Returns a device in words, such as 'Firefox on Linux', as far as its user agent reveals it. A program other than a browser
 * is described by its product name ('curl'). The words are a hint for the owner of the account and identify no person.
 */
export function describeDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [product = ''] = userAgent.split('/');
  return browser.name || os.name || product.slice(0, 60);
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

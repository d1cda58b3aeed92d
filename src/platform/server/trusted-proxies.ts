import { isIP } from 'node:net';
import { z } from 'zod';

/** The proxies whose `X-Forwarded-For` is trusted: none, their number in front of the server, or their addresses. */
export type TrustedProxies = false | number | readonly string[];

const HOPS_MAX = 10;

/** Parses `CAIRN_TRUST_PROXY`: `false`, a number of proxies, or addresses and CIDR ranges separated by commas or spaces. */
export const TrustedProxies = z.string().transform((text, context): TrustedProxies => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (text === 'false') return false;
  if (text === 'true')
    return refuse(
      'must not be true: any client could forge its address. Set the number of proxies in front of the server, such as 1, or their addresses, such as 10.0.0.0/8',
    );
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > HOPS_MAX) return refuse(`must be at most ${HOPS_MAX} proxies`);
    return hops === 0 ? false : hops;
  }
  const ranges = text.split(/[\s,]+/).filter((range) => range !== '');
  const wrong = ranges.find((range) => !isRange(range));
  if (wrong !== undefined)
    return refuse(
      `${JSON.stringify(wrong)} is neither a number of proxies nor an address or CIDR range, such as 10.0.0.0/8`,
    );
  return ranges;
});

/**
 * Returns the option `trustProxy` of Fastify. A number of proxies becomes a function, because Fastify trusts no proxy
 * if it gets a number: only the operator can ensure that no client bypasses the proxies.
 */
export function toTrustProxy(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  // A range of all addresses would trust the client itself.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

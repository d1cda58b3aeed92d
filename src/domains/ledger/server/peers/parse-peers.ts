import { BlockList, isIP } from 'node:net';

/** A ledger needs few servers, and each of them asks all others every few seconds. */
const PEERS_MAX = 20;

const thisMachine = ['127.0.0.0/8', '::1/128'];
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fe80::/10'];

/**
 * Parses the list of the other servers of the same ledger: their origins, separated by whitespace. Requires https, except
 * on this machine and, with `tls` optional, for names and private addresses. Throws one error that lists every problem.
 */
export function parsePeers(text: string | undefined, tls: 'required' | 'optional'): string[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  const problems: string[] = [];
  const peers = words.map((word) => parseOrigin(word, tls, problems)).filter((peer) => peer !== undefined);
  if (new Set(peers).size < peers.length) problems.push('it lists the same server twice');
  if (peers.length > PEERS_MAX) problems.push(`it lists more than ${PEERS_MAX} servers`);
  if (problems.length > 0) throw new Error(`CAIRN_PEERS is invalid:\n  ${problems.join('\n  ')}`);
  return peers;
}

function parseOrigin(text: string, tls: 'required' | 'optional', problems: string[]): string | undefined {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    problems.push(`${text} is not a URL; expected one like https://two.example.org`);
    return undefined;
  }
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    if (tls === 'required')
      problems.push(
        `${text} must be https (http is allowed only for this machine, or on a network that you trust with CAIRN_PEERS_TLS=optional)`,
      );
    else if (isPublicAddress(url.hostname)) problems.push(`${text} is a public address, so it must be https`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    problems.push(`${url.origin} must not have a user, path, query or fragment`);
  return url.origin;
}

const isLoopback = (host: string): boolean => host === 'localhost' || isWithin(thisMachine, host);

/** Reports whether `host` is an address outside of private networks. False for a name. */
const isPublicAddress = (host: string): boolean => isIP(bare(host)) !== 0 && !isWithin(privateNetworks, host);

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

function isWithin(ranges: readonly string[], host: string): boolean {
  const address = bare(host);
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list.check(address, family);
}

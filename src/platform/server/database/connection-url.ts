import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from './database.ts';

const TLS_MODES = ['require', 'verify-ca', 'verify-full'] as const;

/**
 * Parses a `postgres://` URL with libpq's parameters `host`, `sslmode` and `sslrootcert`. As in libpq, a root certificate
 * turns `sslmode=require` into `verify-ca`. Throws for another `sslmode`, and if the certificate cannot be read.
 */
export function connectionFromUrl(url: string): ConnectionOptions {
  const parsed = new URL(url);
  return {
    host: decodeURIComponent(parsed.searchParams.get('host') ?? parsed.hostname.replace(/^\[|\]$/g, '')) || 'localhost',
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ssl: tlsFrom(parsed.searchParams),
  };
}

function tlsFrom(parameters: URLSearchParams): ConnectionOptions['ssl'] {
  const name = parameters.get('sslmode') ?? 'disable';
  if (name === 'disable') return false;
  const mode = TLS_MODES.find((known) => known === name);
  // `allow` and `prefer` fall back to plain text if an attacker between the machines requests it.
  if (mode === undefined) throw new Error(`sslmode must be disable, ${TLS_MODES.join(', ')}`);
  const file = parameters.get('sslrootcert');
  if (file === null || file === 'system') return { mode };
  return { mode: mode === 'require' ? 'verify-ca' : mode, ca: readFileSync(file, 'utf8') };
}

/** Reports whether the connection crosses a network without TLS. */
export const isExposed = ({ host, ssl }: Pick<ConnectionOptions, 'host' | 'ssl'>): boolean =>
  ssl === false && !isLocalHost(host);

/** Reports whether `host` is this machine: a Unix socket, localhost, or a loopback address. */
export function isLocalHost(host: string): boolean {
  if (host.startsWith('/')) return true;
  return isIP(host) === 4 ? host.startsWith('127.') : ['localhost', '::1'].includes(host.toLowerCase());
}

/** Returns the problem of the URL, or undefined if the server may use it. */
export function findUrlProblem(url: string, tls: 'required' | 'optional'): string | undefined {
  try {
    const connection = connectionFromUrl(url);
    if (tls === 'optional' || !isExposed(connection)) return undefined;
    return `must use TLS, because ${connection.host} is another machine. Add sslmode=verify-full to the URL (or verify-ca, or require, which does not verify the server). On a network that you trust, set CAIRN_DATABASE_TLS=optional instead`;
  } catch (error) {
    return (error as Error).message;
  }
}

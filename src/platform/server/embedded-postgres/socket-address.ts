import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

const LONGEST_SOCKET_NAME_BYTES = process.platform === 'linux' ? 107 : 103;

export type SocketAddress = { host: string; close(): void };

/**
 * Returns a `host` for `pg` that reaches the cluster's socket even if its path is too long for a socket address: then
 * through an open descriptor of the folder, which only this process can use.
 */
export function openSocketAddress(cluster: string): SocketAddress {
  const name = path.join(cluster, '.s.PGSQL.5432');
  if (Buffer.byteLength(name) <= LONGEST_SOCKET_NAME_BYTES) return { host: cluster, close: () => {} };
  if (process.platform !== 'linux') {
    throw new Error(`The path ${cluster} is too long for a socket on this system. Choose a shorter data folder.`);
  }
  const descriptor = openSync(cluster, 'r');
  return { host: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

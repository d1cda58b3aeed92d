import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from './index.ts';
import { openSocketAddress } from './socket-address.ts';

const CONNECT_MILLISECONDS = 5000;

/**
 * Returns a connection, as owner, to a PostgreSQL that another process runs on this folder, or undefined if none answers.
 * Starts, stops and changes nothing. `close` releases the address; close pools first.
 */
export async function findRunningPostgres(
  folder: string,
): Promise<{ connection: EmbeddedPostgres['connection']; close(): void } | undefined> {
  const cluster = path.join(path.resolve(folder), 'cluster');
  const passwordFile = path.join(path.resolve(folder), 'password');
  if (!existsSync(path.join(cluster, '.s.PGSQL.5432')) || !existsSync(passwordFile)) return undefined;
  const address = openSocketAddress(cluster);
  const connection = {
    host: address.host,
    port: 5432,
    user: 'cairn_owner',
    password: readFileSync(passwordFile, 'utf8').trim(),
    database: 'cairn',
    ssl: false,
  } as const;
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_MILLISECONDS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return { connection, close: address.close };
  } catch {
    // A stale socket, or a server that is starting or stopping. The next process that starts one handles this.
    address.close();
    return undefined;
  }
}

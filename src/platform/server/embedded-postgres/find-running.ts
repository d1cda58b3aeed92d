import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from './index.ts';
import { openSocketAddress } from './socket-address.ts';

const CONNECT_MILLISECONDS = 5000;

/**
 * Gives the way to a PostgreSQL that another process is running on this folder, as its owner, or undefined when none answers
 * there. Nothing is started, stopped or changed. `close` lets go of the address; end pools before.
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
    // A socket that nobody listens at any more, or a server that is starting or ending: whoever starts one next finds out.
    address.close();
    return undefined;
  }
}

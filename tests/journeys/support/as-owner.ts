import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Changes rows as an administrator of the machine could: bypassing the application, with the triggers off. */
export async function asOwner(dataFolder: string, sql: string): Promise<void> {
  const folder = join(dataFolder, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const client = new pg.Client({
    host: join(folder, 'cluster'),
    port: 5432,
    user: 'cairn_owner',
    password,
    database: 'cairn',
  });
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(sql);
  } finally {
    await client.end();
  }
}

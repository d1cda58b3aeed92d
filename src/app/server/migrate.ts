import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { type ConnectionOptions, clientConfig, hasSqlState } from '#platform/server/database/database.ts';

const FOLDER = new URL('../../../database/migrations/', import.meta.url);

/**
 * Brings the database to the newest schema: plain SQL files in the order of their numbers, each once, one process at a time.
 * Refuses to go on when a file that was applied has been edited, or when the database is ahead of these files.
 * Gives the names of what it applied.
 */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection));
  // What breaks is told by the query that it broke.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await createTable(client);
    // The locked row keeps other processes waiting until this one is through; no advisory lock is needed.
    await client.query('begin');
    await client.query('select * from schema_migrations where number = 0 for update');
    const applied = await applyMissing(client);
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function createTable(client: pg.Client): Promise<void> {
  const create = () =>
    client.query(`
      create table if not exists schema_migrations (
        number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      );
      insert into schema_migrations (number, name, checksum) values (0, 'lock', '') on conflict do nothing;
    `);
  // Two processes that create the first table at once: one of them fails, and then finds it there.
  await create().catch((error) => {
    if (!hasSqlState(error, '23505', '42P07')) throw error;
    return create();
  });
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations where number > 0 order by number',
  );
  const known = new Map(rows.map((row) => [row.number, row]));
  const files = await readMigrations();
  const newest = files.at(-1)?.number ?? 0;
  const ahead = rows.find((row) => row.number > newest);
  if (ahead !== undefined)
    throw new Error(
      `The database has the migration ${ahead.name}, which this version of Cairn does not know. Start a newer version.`,
    );
  const applied: string[] = [];
  for (const file of files) {
    const before = known.get(file.number);
    if (before !== undefined && before.checksum !== file.checksum)
      throw new Error(
        `The migration ${file.name} was edited after it had been applied. Undo the edit, and write a new migration.`,
      );
    if (before !== undefined) continue;
    await client.query(file.sql);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.checksum,
    ]);
    applied.push(file.name);
  }
  return applied;
}

async function readMigrations() {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { number: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { type ConnectionOptions, clientConfig, hasSqlState } from '#platform/server/database/database.ts';

const FOLDER = new URL('../../../database/migrations/', import.meta.url);

/** How often a process that lost the race to create `schema_migrations` retries. The second attempt already finds it. */
const CREATE_TRIES = 5;

/** The errors for the loser of that race: duplicate key in the catalog, duplicate table, duplicate type. */
const LOST_RACE = ['23505', '42P07', '42710'] as const;

/**
 * Applies the missing migrations in the order of their numbers, each one once, and returns their names. Processes that
 * migrate concurrently take turns. Throws when an applied file has been edited since, or when the database has a
 * migration that this version lacks.
 */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection));
  // The query that a lost connection breaks reports it; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await createTable(client);
    await client.query('begin');
    await lockSchema(client);
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

/**
 * Makes other processes that change the schema or its grants wait until the transaction of `client` ends. A row lock
 * serves every database that speaks the protocol; advisory locks do not.
 */
export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query('select number from schema_migrations where number = 0 for update');
}

/** `if not exists` does not prevent the race: PostgreSQL checks for the table first and creates it later. */
async function createTable(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`
        create table if not exists schema_migrations (
          number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
        );
        insert into schema_migrations (number, name, checksum) values (0, 'lock', '') on conflict do nothing;
      `);
      return;
    } catch (error) {
      if (tries === CREATE_TRIES || !hasSqlState(error, ...LOST_RACE)) throw error;
    }
  }
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
      `The database has the migration ${ahead.name}, which this version of Cairn does not have. Start a newer version.`,
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

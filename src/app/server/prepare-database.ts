import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/server/config.ts';
import { connectionFromUrl } from '#platform/server/database/connection-url.ts';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/index.ts';
import { prepareLog } from '#platform/server/embedded-postgres/prepare-log.ts';
import { lockSchema, migrate } from './migrate.ts';

export type PreparedDatabase = {
  /** For the application's own queries: a role that owns nothing, and can only append to the ledger. */
  readonly connection: ConnectionOptions;
  /** For migrations and maintenance. */
  readonly ownerConnection: ConnectionOptions;
  readonly migrations: readonly string[];
  readonly embedded: boolean;
  stop(): Promise<void>;
};

const APPLICATION_ROLE = 'cairn_app';

/** The tables of the ledger and of the embedded chain on which the application's role may only read and insert. */
const APPEND_ONLY_TABLES = [
  ...['blocks', 'checkpoints', 'checkpoint_cosignatures', 'admin_log'],
  ...['evm_chain', 'evm_blocks', 'evm_nodes', 'evm_transactions', 'evm_logs'],
];

/** The views through which the ledger and trace let other domains read. PostgreSQL would accept writes through them. */
const READ_ONLY_VIEWS = ['ledger_blocks', 'ledger_length', 'participant_event_counts'];

/** Returns a migrated database: the one of DATABASE_URL, or the embedded PostgreSQL in the data folder. */
export async function prepareDatabase(
  config: Config,
  log: (line: string) => void,
  onUnexpectedExit: (problem: Error) => void,
): Promise<PreparedDatabase> {
  if (config.databaseUrl !== undefined) {
    const connection = connectionFromUrl(config.databaseUrl);
    const ownerConnection = connectionFromUrl(config.databaseOwnerUrl ?? config.databaseUrl);
    const migrations = await migrate(ownerConnection);
    if (ownerConnection.user !== connection.user) await grantApplicationRole(ownerConnection, connection.user);
    return { connection, ownerConnection, migrations, embedded: false, stop: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({
    folder: join(config.dataFolder, 'postgres'),
    log,
    onUnexpectedExit,
  });
  try {
    const ownerConnection: ConnectionOptions = postgres.connection;
    const migrations = await migrate(ownerConnection);
    const password = await makeApplicationRole(ownerConnection, APPLICATION_ROLE);
    await grantApplicationRole(ownerConnection, APPLICATION_ROLE);
    if (await isInUse(ownerConnection)) await prepareLog(ownerConnection);
    const connection = { ...ownerConnection, user: APPLICATION_ROLE, password };
    return { connection, ownerConnection, migrations, embedded: true, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Reports whether the ledger has more blocks than a demo. A trial run must not use a gigabyte of disk. */
async function isInUse(owner: ConnectionOptions): Promise<boolean> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ busy: boolean }>('select length > 10000 as busy from ledger_length');
    return rows[0]?.busy === true;
  });
}

/** Gives the application's role a new password, which need not be stored. Creates the role if it is missing. */
export async function makeApplicationRole(owner: ConnectionOptions, role: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await withClient(owner, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(
      `${verb} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`,
    );
  });
  return password;
}

/**
 * Grants the role read and write access to every table, but only read and insert on those that are append-only. Safe to repeat, and
 * for several processes to run concurrently.
 */
export async function grantApplicationRole(owner: ConnectionOptions, role: string): Promise<void> {
  await withClient(owner, async (client) => {
    const name = client.escapeIdentifier(role);
    const appendOnly = APPEND_ONLY_TABLES.join(', ');
    // PostgreSQL rejects concurrent grants on one table with "tuple concurrently updated".
    await client.query('begin');
    await lockSchema(client);
    await client.query(`
      grant usage on schema public to ${name};
      grant select, insert, update, delete on all tables in schema public to ${name};
      revoke update, delete, truncate on ${appendOnly} from ${name};
      revoke insert, update, delete, truncate on ${READ_ONLY_VIEWS.join(', ')} from ${name};
      revoke insert, update, delete on schema_migrations from ${name};
      grant execute on function ledger_make_partitions(bigint) to ${name};
    `);
    // The grant on all tables includes the partitions, which the application never addresses directly.
    const { rows } = await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'blocks'::regclass`,
    );
    for (const row of rows) await client.query(`revoke all on ${row.name} from ${name}`);
    await client.query('commit');
  });
}

async function withClient<T>(connection: ConnectionOptions, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(connection));
  // The query on a broken connection reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

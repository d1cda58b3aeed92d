import pg from 'pg';
import { isExposed } from '#platform/server/database/connection-url.ts';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';

/** Logs a warning for each weakness of the database connection that the configuration permits. */
export async function warnAboutDatabase(connection: ConnectionOptions, log: Pick<Log, 'warn'>): Promise<void> {
  warnIfExposed(connection, log);
  if (await ownsTables(connection))
    log.warn(
      `The database role ${connection.user} serves requests and owns the tables, so PostgreSQL does not stop it from changing recorded blocks. Set DATABASE_OWNER_URL to this role, and DATABASE_URL to one that owns nothing: docs/configuration.md explains how`,
    );
}

/** Logs a warning if requests to the database cross a network without TLS. */
export function warnIfExposed(connection: ConnectionOptions, log: Pick<Log, 'warn'>): void {
  if (isExposed(connection))
    log.warn(
      `CAIRN_DATABASE_TLS=optional: the connection to the database on ${connection.host} is not encrypted. Add sslmode=verify-full to DATABASE_URL`,
    );
}

/** Reports whether the role is the owner of the tables, a member of that role, or a superuser. */
async function ownsTables(connection: ConnectionOptions): Promise<boolean> {
  const client = new pg.Client(clientConfig(connection));
  // The query that a lost connection breaks reports it; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ owns: boolean }>(
      `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'schema_migrations'::regclass`,
    );
    return rows[0]?.owns === true;
  } finally {
    await client.end();
  }
}

import { isExposed } from '#platform/server/database/connection-url.ts';
import type { ConnectionOptions } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';

/** Logs a warning for each weakness of the database connection that the configuration permits. */
export function warnAboutDatabase(connection: ConnectionOptions, log: Pick<Log, 'warn'>): void {
  if (isExposed(connection))
    log.warn(
      `CAIRN_DATABASE_TLS=optional: the connection to the database on ${connection.host} is not encrypted. Add sslmode=verify-full to DATABASE_URL`,
    );
}

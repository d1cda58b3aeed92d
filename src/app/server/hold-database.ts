import pg from 'pg';
import { type ConnectionOptions, clientConfig, hasSqlState } from '#platform/server/database/database.ts';

/** `cairn` in ASCII: the session lock that marks a database as in use. */
const LOCK = 0x636169726e;
const RECONNECT_MILLISECONDS = 1000;

export type Hold = { release(): Promise<void> };

/**
 * Signals to commands that a server uses this database while the process and its connection live. Several servers may
 * share it. Throws while a command has exclusive use. This is a courtesy to operators; correctness does not depend on it.
 */
export async function holdAsServer(connection: ConnectionOptions): Promise<Hold> {
  let client = await lock(connection, 'pg_try_advisory_lock_shared');
  if (client === undefined)
    throw new Error(
      'A command (cairn rebuild, cairn ledger) is using this database exclusively. Start again once it has finished.',
    );
  let released = false;
  let again: NodeJS.Timeout | undefined;
  const watch = (held: pg.Client) => {
    held.once('end', () => {
      if (!released) again = setTimeout(() => void takeAgain(), RECONNECT_MILLISECONDS).unref();
    });
  };
  const takeAgain = async () => {
    client = await lock(connection, 'pg_try_advisory_lock_shared').catch(() => undefined);
    if (released) await client?.end();
    else if (client !== undefined) watch(client);
    else again = setTimeout(() => void takeAgain(), RECONNECT_MILLISECONDS).unref();
  };
  watch(client);
  return {
    async release() {
      released = true;
      clearTimeout(again);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Gives one command exclusive use of the database. Returns undefined while a server or another such command uses it. */
export async function holdAlone(connection: ConnectionOptions): Promise<Hold | undefined> {
  const client = await lock(connection, 'pg_try_advisory_lock');
  return client === undefined ? undefined : { release: () => client.end() };
}

/** The lock belongs to the session and ends with it, for any reason. */
async function lock(
  connection: ConnectionOptions,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
): Promise<pg.Client | undefined> {
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client
    .query<{ taken: boolean }>(`select ${take}($1) as taken`, [LOCK])
    .catch((error: unknown) => {
      // An engine that speaks PostgreSQL's protocol may lack such locks. Then commands cannot detect a server.
      if (hasSqlState(error, '42883', '0A000')) return { rows: [{ taken: true }] };
      throw error;
    });
  if (rows[0]?.taken === true) return client;
  await client.end();
  return undefined;
}

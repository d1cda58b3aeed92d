import pg from 'pg';
import { type ConnectionOptions, clientConfig, hasSqlState } from '#platform/server/database/database.ts';

/** `cairn` in ASCII: the session lock that says who works on a database. */
const LOCK = 0x636169726e;
const RECONNECT_MILLISECONDS = 1000;

export type Hold = { release(): Promise<void> };

/**
 * Says to commands that a server works on this database, for as long as the process and its connection live: several servers
 * may at once. Throws while a command has the database for itself. It is a courtesy to operators; nothing is correct
 * because of it.
 */
export async function holdAsServer(connection: ConnectionOptions): Promise<Hold> {
  let client = await lock(connection, 'pg_try_advisory_lock_shared');
  if (client === undefined)
    throw new Error(
      'A command (cairn rebuild, cairn ledger) has this database for itself. Start again when it has ended.',
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

/** Gives the database to one command alone, or undefined while a server or another such command has it. */
export async function holdAlone(connection: ConnectionOptions): Promise<Hold | undefined> {
  const client = await lock(connection, 'pg_try_advisory_lock');
  return client === undefined ? undefined : { release: () => client.end() };
}

/** The lock belongs to the session: it ends with it, however that ends. */
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
      // An engine that speaks PostgreSQL's protocol may have no such locks: then commands cannot tell.
      if (hasSqlState(error, '42883', '0A000')) return { rows: [{ taken: true }] };
      throw error;
    });
  if (rows[0]?.taken === true) return client;
  await client.end();
  return undefined;
}

import { Client, type ClientConfig, DatabaseError } from 'pg';
import { chooseLauncher } from './choose-launcher.ts';
import { createCluster, hasCluster, readOrCreatePassword, removeUnfinishedClusters } from './create-cluster.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRunning } from './keep-running.ts';
import { linkLibrariesIfMissing } from './library-links.ts';
import { findPlatformBinaries, type PlatformBinaries } from './platform-binaries.ts';
import { type Postmaster, type PostmasterOptions, startPostmaster, waitUntilReady } from './postmaster.ts';
import { openServerLog } from './server-log.ts';
import { openSocketAddress } from './socket-address.ts';
import { stopLeftovers } from './stop-leftovers.ts';

export type EmbeddedPostgres = {
  /**
   * Options for `pg`, for the superuser who owns the database. Pass them as an object, not a URL, and use a separate role
   * for the application's own queries. They stay valid after the server restarts.
   */
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false };
  /** Resolves when PostgreSQL has shut down and the folder is free. Close pools first. May be called again. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Contains all data; created with mode 0700. Relative to the working directory. */
  folder: string;
  /** Receives one line for each noteworthy step. */
  log?: (line: string) => void;
  /** PostgreSQL settings, such as `{ shared_buffers: '1GB' }`. They override the defaults here and `postgresql.conf`. */
  settings?: Record<string, string>;
  /** Called once if PostgreSQL exits more than five times within a minute and is not restarted. */
  onUnexpectedExit?: (problem: Error) => void;
};

const USER = 'cairn_owner';
const DATABASE = 'cairn';

/**
 * Returns a running PostgreSQL 18 that belongs to this process. It is the only one on the folder, restarts if it dies,
 * and ends when this process ends, even by kill -9 (the next start stops any leftovers). Acknowledged data survives all
 * of that.
 *
 * Throws an error with instructions if the folder is in use (names the holder), if there are no binaries for this
 * machine, if this user has no way to run them, or if initdb or the server fails (with its last log lines). Call it
 * from the main thread: PostgreSQL ends with the thread that started it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const binaries = findPlatformBinaries();
  const folder = openDataFolder(options.folder);
  const cleanUp: (() => void)[] = [];
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await running;
    for (const step of cleanUp.reverse()) step();
  };

  try {
    const lock = await lockFolder(folder.root);
    cleanUp.push(lock.release);
    const { launch, password } = await prepare(folder, binaries, options, log);
    cleanUp.push(launch.log.close);
    const start = () => startServer(launch, stopping.signal, log);
    const first = await start();
    running = keepRunning({ first, startAgain: start, stopping: stopping.signal, log }).catch((problem: Error) => {
      log(problem.message);
      options.onUnexpectedExit?.(problem);
    });
    const address = openSocketAddress(folder.cluster);
    cleanUp.push(address.close);
    const connection = {
      host: address.host,
      port: 5432,
      user: USER,
      password,
      database: DATABASE,
      ssl: false,
    } as const;
    await ensureDatabase(connection);
    return { connection, stop: () => (stopped ??= stop()) };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

/** Prepares the folder for starting the server, and returns the launcher. The caller must hold the folder's lock. */
async function prepare(
  folder: DataFolder,
  binaries: PlatformBinaries,
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<{ launch: PostmasterOptions; password: string }> {
  await removeUnfinishedClusters(folder);
  // Before files change their owner below: a server that is shutting down still removes some.
  if (hasCluster(folder)) await stopLeftovers(folder.cluster, log);
  const linked = linkLibrariesIfMissing(binaries.native, folder.libraries);
  const environment = cleanEnvironment(linked);
  const password = readOrCreatePassword(folder);
  const workingFolder = linked ? folder.libraries : folder.root;
  const launcher = chooseLauncher({ folder: folder.root, workingFolder, postgres: binaries.postgres, environment });
  if (!hasCluster(folder)) {
    const started = performance.now();
    await createCluster(folder, USER, { initdb: binaries.initdb, launcher, environment });
    log(`created a new database in ${folder.root} in ${Math.round(performance.now() - started)} ms`);
  }
  const launch = {
    command: [...launcher.prefix, binaries.postgres],
    cluster: folder.cluster,
    environment,
    settings: options.settings ?? {},
    log: openServerLog(folder.log, launcher.owner),
  };
  return { launch, password };
}

async function startServer(
  launch: PostmasterOptions,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<Postmaster> {
  const started = performance.now();
  await stopLeftovers(launch.cluster, log);
  stopping.throwIfAborted();
  const postmaster = await startPostmaster(launch);
  const stop = () => void postmaster.stop();
  stopping.addEventListener('abort', stop, { once: true });
  void postmaster.exited.then(() => stopping.removeEventListener('abort', stop));
  if (stopping.aborted) stop();
  await waitUntilReady(postmaster, launch, log);
  log(`PostgreSQL is ready after ${Math.round(performance.now() - started)} ms (process ${postmaster.pid})`);
  return postmaster;
}

/** Inherits nothing from outside: an unknown LANG makes initdb fail, and PG* variables would leak in. */
function cleanEnvironment(linkedLibraries: boolean): Record<string, string> {
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    // Relative to `cluster` (and its siblings), where every program here runs: a path may contain the separator ":".
    ...(linkedLibraries ? { [variable]: '../lib' } : {}),
  };
}

const NO_SUCH_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

/** Ensures that the connection's database exists and accepts connections. */
async function ensureDatabase(connection: ClientConfig & { database: string }): Promise<void> {
  try {
    await withClient(connection, async () => {});
  } catch (problem) {
    if (!hasCode(problem, NO_SUCH_DATABASE)) throw problem;
    await withClient({ ...connection, database: 'postgres' }, (client) => createDatabase(client, connection.database));
  }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (problem) {
    if (!hasCode(problem, DUPLICATE_DATABASE)) throw problem;
  }
}

async function withClient(connection: ClientConfig, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection);
  client.on('error', () => {}); // the awaited call rejects too; an unhandled event would end the process
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end();
  }
}

function hasCode(problem: unknown, code: string): boolean {
  return problem instanceof DatabaseError && problem.code === code;
}

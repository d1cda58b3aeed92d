import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres/index.ts';
import type { Random } from './random.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The processes to kill: one server with its embedded PostgreSQL, or two servers on one PostgreSQL. */
export type Arena = {
  /** The current URLs of the servers. */
  urls(): string[];
  /**
   * Kills a random process with SIGKILL, restarts processes that do not restart by themselves, and returns the killed
   * one.
   */
  strike(random: Random): Promise<string>;
  stop(): Promise<void>;
};

/** After more deaths than this within a minute, Cairn gives up on the embedded PostgreSQL, as intended. */
const POSTGRES_DEATHS_PER_MINUTE = 4;

export async function openArena(mode: 'one server' | 'two servers', folder: string): Promise<Arena> {
  return mode === 'one server' ? openOneServer(folder) : openTwoServers(folder);
}

async function openOneServer(folder: string): Promise<Arena> {
  const environment = { CAIRN_DATA_DIR: folder };
  let server = await startServerProcess(environment);
  const killPostgres = createPostgresKiller(join(folder, 'postgres'));
  return {
    urls: () => [server.url],
    async strike(random) {
      if (random.next() < 0.5 && killPostgres()) return 'PostgreSQL';
      await server.kill();
      server = await startServerProcess(environment);
      return 'the server';
    },
    async stop() {
      await server.stop();
    },
  };
}

/** Two servers, with the database that they share. */
export type SharedArena = Arena & { readonly connection: EmbeddedPostgres['connection'] };

/** Starts two servers on one PostgreSQL. `added` is further configuration of both. */
export async function openTwoServers(folder: string, added: Record<string, string> = {}): Promise<SharedArena> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
  const { host, user, password, database } = postgres.connection;
  const environment = {
    CAIRN_DATA_DIR: folder,
    CAIRN_LEDGER_KEY: Buffer.alloc(32, 5).toString('base64'),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`,
    ...added,
  };
  const killPostgres = createPostgresKiller(join(folder, 'postgres'));
  const servers: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  };
  try {
    for (const _ of [1, 2]) servers.push(await startServerProcess(environment));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection: postgres.connection,
    urls: () => servers.map((server) => server.url),
    async strike(random) {
      if (random.next() < 0.34 && killPostgres()) return 'PostgreSQL';
      const which = random.below(2);
      await servers[which]!.kill();
      servers[which] = await startWhenPossible(environment);
      return `server ${which + 1}`;
    },
    stop,
  };
}

/** Starts a server again if it was started while PostgreSQL recovered from its own death. */
async function startWhenPossible(environment: Record<string, string>): Promise<ServerProcess> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      return await startServerProcess(environment);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

function createPostgresKiller(folder: string): () => boolean {
  let deaths: number[] = [];
  return () => {
    const now = performance.now();
    deaths = deaths.filter((death) => now - death < 60_000);
    if (deaths.length >= POSTGRES_DEATHS_PER_MINUTE) return false;
    try {
      const pid = Number.parseInt(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is just starting.
      return false;
    }
    deaths.push(now);
    return true;
  };
}

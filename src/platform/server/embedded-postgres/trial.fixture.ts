/** Shared by the tests of this folder: temporary folders, a server in its own process, and waiting for a condition. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client, type QueryResultRow } from 'pg';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';
import { listPostgresProcesses, type PostgresProcess, roleInCluster } from './list-postgres-processes.ts';
import { clusterTag } from './stop-leftovers.ts';

type Connection = EmbeddedPostgres['connection'];

type Holder = {
  process: ChildProcess;
  pid: number;
  lines: string[];
  /** Resolves when the server is ready. Rejects with the program's error if it could not start. */
  connection: Promise<Connection>;
  /** Shuts the program down in order. */
  stop(): Promise<void>;
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>;
};

const PROGRAM = path.join(import.meta.dirname, 'start-and-hold.fixture.ts');
export const NOBODY = 65534;

export const isRoot = process.getuid?.() === 0;

/** Creates a folder of mode 0700 that `remove` deletes. */
export function makeTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-postgres-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a server on the folder in a new Node process. `before` is a command prefix, `uid` the user to become. */
export function startInProcess(
  folder: string,
  { uid, before = [], program = PROGRAM }: { uid?: number; before?: string[]; program?: string } = {},
): Holder {
  const identity = uid === undefined ? [] : [String(uid)];
  const [command = '', ...rest] = [...before, process.execPath, program, folder, ...identity];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  const connection = new Promise<Connection>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const message = JSON.parse(text) as { line?: string; connection?: Connection; error?: string };
      if (message.line !== undefined) lines.push(message.line);
      if (message.connection) resolve(message.connection);
      if (message.error !== undefined) reject(new Error(message.error));
    });
    void ended.then(([code, signal]) => reject(new Error(`ended with ${signal ?? code}`)));
  });
  connection.catch(() => {});
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    process: child,
    pid: child.pid ?? 0,
    lines,
    connection,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Runs `use` on a server in this process and always stops it afterward. */
export async function withDatabase<Value>(
  options: EmbeddedPostgresOptions,
  use: (database: EmbeddedPostgres) => Promise<Value>,
): Promise<Value> {
  const database = await startEmbeddedPostgres(options);
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
}

/** Runs `use` on a server in its own Node process, which is always stopped afterward. */
export async function withHolder<Value>(
  holder: Holder,
  use: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(await holder.connection);
  } finally {
    await holder.stop();
  }
}

export async function query<Row extends QueryResultRow>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the running processes of the cluster in `folder`. */
export function processesOf(folder: string): (PostgresProcess & { role: 'postmaster' | 'child' })[] {
  const tag = clusterTag(path.join(folder, 'cluster'));
  return listPostgresProcesses().flatMap((one) => {
    const role = roleInCluster(one.commandLine, tag);
    return role ? [{ ...one, role }] : [];
  });
}

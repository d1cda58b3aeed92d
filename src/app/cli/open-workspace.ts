import { join } from 'node:path';
import { holdAlone } from '#app/server/hold-database.ts';
import type { CoreOptions } from '#app/server/open-core.ts';
import { openServices, type Services } from '#app/server/open-services.ts';
import { prepareDatabase } from '#app/server/prepare-database.ts';
import { readHead } from '#domains/ledger/server/index.ts';
import type { Config } from '#platform/server/config.ts';
import type { ConnectionOptions } from '#platform/server/database/database.ts';
import { findRunningPostgres } from '#platform/server/embedded-postgres/find-running.ts';
import { createLog } from '#platform/server/log.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

export type Workspace = {
  readonly services: Services;
  /** True if a server is running on the same ledger. It verifies and signs, so this process must not. */
  readonly besideServer: boolean;
  /** Resolves once every block is verified and covered by a signed checkpoint. */
  whenSigned(): Promise<void>;
};

/**
 * Runs `work` on the configured ledger and closes everything afterward, also after an error. Connects to the database
 * of a running server without migrating it; otherwise starts the database, migrates it, and stops it at the end.
 */
export async function withWorkspace<T>(
  terminal: Terminal,
  work: (workspace: Workspace) => Promise<T>,
  {
    config = terminal.config(),
    ...opening
  }: { config?: Config } & Partial<Pick<CoreOptions, 'clock' | 'beforeGenesis' | 'verifies'>> = {},
): Promise<T> {
  // A command prints its own results. Its log appears only at a non-default level.
  const log = createLog(config.logLevel === 'info' ? 'error' : config.logLevel);
  const database = await openDatabase(config, (line) => log.debug(line));
  try {
    const services = await openServices({
      config,
      connection: database.connection,
      verifies: !database.besideServer,
      log,
      ...opening,
    });
    try {
      return await work({ services, besideServer: database.besideServer, whenSigned: () => whenSigned(services) });
    } finally {
      await services.stop();
    }
  } finally {
    await database.stop();
  }
}

type OpenDatabase = { connection: ConnectionOptions; besideServer: boolean; stop(): Promise<void> };

async function openDatabase(config: Config, log: (line: string) => void): Promise<OpenDatabase> {
  const running =
    config.databaseUrl === undefined ? await findRunningPostgres(join(config.dataFolder, 'postgres')) : undefined;
  if (running !== undefined)
    return { connection: running.connection, besideServer: true, stop: async () => running.close() };
  const prepared = await prepareDatabase(config, log, (problem) => {
    log(problem.message);
  });
  // Prevents a server from starting in the meantime. On an embedded database the data folder's lock already does.
  const alone = await holdAlone(prepared.connection);
  return {
    connection: prepared.connection,
    besideServer: alone === undefined,
    async stop() {
      await alone?.release();
      await prepared.stop();
    },
  };
}

const LOOK_MILLISECONDS = 500;
const PATIENCE_MILLISECONDS = 30_000;

/** Waits until the verifier, here or in a server, has signed all checked blocks. */
async function whenSigned({ database, ledger }: Services): Promise<void> {
  let signed = -1;
  let movedAt = performance.now();
  for (;;) {
    const [head, verdict] = await Promise.all([readHead(database), ledger.verdict()]);
    if (verdict.checkpointSize >= head.length) return;
    if (!verdict.valid && verdict.error !== undefined)
      throw new Failure(`The ledger is broken, so no new checkpoints are signed: ${verdict.error}`);
    if (verdict.checkpointSize > signed) movedAt = performance.now();
    signed = verdict.checkpointSize;
    if (performance.now() - movedAt > PATIENCE_MILLISECONDS)
      throw new Failure(
        'The blocks are stored, but no signed checkpoint covers them yet. Start the server to sign one.',
      );
    await nextNews(ledger);
  }
}

/** Resolves at the ledger's next growth or checkpoint, or after half a second. */
function nextNews({ feed }: Services['ledger']): Promise<void> {
  return new Promise((resolve) => {
    const stop = feed.subscribe(() => end());
    const timer = setTimeout(() => end(), LOOK_MILLISECONDS);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

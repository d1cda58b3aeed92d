import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServices, type Services } from '#app/server/open-services.ts';
import { type PreparedDatabase, prepareDatabase } from '#app/server/prepare-database.ts';
import { findByUsername, insertAccount } from '#domains/participants/server/index.ts';
import { recordEvent } from '#domains/trace/server/index.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import { prepareLog } from '#platform/server/embedded-postgres/prepare-log.ts';
import { createLog } from '#platform/server/log.ts';
import { createEventSource } from './event-source.ts';

export type Workspace = {
  readonly config: Config;
  readonly database: PreparedDatabase;
  readonly services: Services;
  /** Records the next event of the stream durably. */
  append(): Promise<void>;
  close(): Promise<void>;
};

/** Opens an empty ledger on an embedded PostgreSQL with the product's settings, in a temporary folder. */
export async function openWorkspace(options: { verifies: boolean }): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const config = readConfig({
    CAIRN_DATA_DIR: folder,
    CAIRN_DEMO: 'false',
    CAIRN_LIMITS: 'off',
    CAIRN_LOG_LEVEL: 'warn',
  });
  const database = await prepareDatabase(
    config,
    () => undefined,
    (error) => {
      throw error;
    },
  );
  // As in production, where the log is prepared at startup.
  await prepareLog(database.ownerConnection);
  const log = createLog('warn');
  const services = await openServices({ config, connection: database.connection, verifies: options.verifies, log });
  await insertAccount(services.database, {
    id: randomUUID(),
    username: 'bench',
    role: 'manufacturer',
    createdAt: new Date().toISOString(),
  });
  const found = await findByUsername(services.database, 'bench');
  if (found === undefined) throw new Error('The benchmark’s account is missing');
  const caller = { ...found.account, sessionId: '' };
  const source = createEventSource('BENCH');
  return {
    config,
    database,
    services,
    async append() {
      await recordEvent(services.trace, caller, source.next('bench'), randomUUID());
    },
    async close() {
      await services.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps `callers` concurrent calls of `work` running for `seconds`, and returns the completed calls per second. */
export async function rateOf(work: () => Promise<void>, callers: number, seconds: number): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

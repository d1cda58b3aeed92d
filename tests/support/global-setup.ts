import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#app/server/migrate.ts';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/index.ts';
import { memoryFolder } from './memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to connect to the run's PostgreSQL as its owner. */
    owner: ConnectionOptions;
  }
}

/** The migrated database from which each test file's own is copied. */
const TEMPLATE = 'cairn_template';

/** Nothing here needs to survive a power failure. Durability is tested on separate servers. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
};

/** Starts one PostgreSQL for the whole run, with a migrated template. Always stops and removes it at the end. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(memoryFolder(), 'cairn-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Also if the run is interrupted. PostgreSQL itself ends with this process.
  process.once('exit', remove);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings: FAST });
  try {
    const owner: ConnectionOptions = postgres.connection;
    await createTemplate(owner);
    project.provide('owner', owner);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return async () => {
    await postgres.stop();
    remove();
  };
}

async function createTemplate(owner: ConnectionOptions): Promise<void> {
  const client = new pg.Client(clientConfig(owner));
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ ...owner, database: TEMPLATE });
}

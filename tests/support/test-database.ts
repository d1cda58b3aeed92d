import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { grantApplicationRole, makeApplicationRole } from '#app/server/prepare-database.ts';
import {
  type ConnectionOptions,
  clientConfig,
  type Database,
  openDatabase,
} from '#platform/server/database/database.ts';

export type TestDatabase = {
  /** The role that owns the tables and may do anything. */
  readonly owner: ConnectionOptions;
  /** The role of the product's own queries. */
  readonly application: ConnectionOptions;
  /** The data folder of the servers that work on this database. */
  readonly dataFolder: string;
  /** Runs SQL as the owner and returns the rows. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs SQL as the owner with all triggers off, as a malicious administrator would. */
  tamper(text: string, values?: unknown[]): Promise<void>;
  /** Opens typed access as the application's role. Closed with the database. */
  open(): Database;
  /** Opens a plain connection as the application's role. Closed with the database. */
  connect(): Promise<pg.Client>;
  drop(): Promise<void>;
};

/** Creates a database for a test file, fully migrated and empty, on the PostgreSQL of the run or on another one. */
export async function createTestDatabase(
  from: 'template' | 'empty' = 'template',
  server: ConnectionOptions = inject('owner'),
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = from === 'template' ? 'template cairn_template' : '';
  await withClient(server, (client) => client.query(`create database ${name} ${template}`));
  const owner = { ...server, database: name };
  const role = `app_${name}`;
  const application = { ...owner, user: role, password: await makeApplicationRole(owner, role) };
  if (from === 'template') await grantApplicationRole(owner, role);

  const admin = await connectTo(owner);
  const closing: (() => Promise<unknown>)[] = [() => admin.end()];
  const dataFolder = await mkdtemp(join(tmpdir(), 'cairn-data-'));
  return {
    owner,
    dataFolder,
    application,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await admin.query<Row>(text, values)).rows;
    },
    async tamper(text, values = []) {
      await admin.query(`set session_replication_role = replica`);
      try {
        await admin.query(text, values);
      } finally {
        await admin.query(`set session_replication_role = origin`);
      }
    },
    open() {
      const database = openDatabase(application, { size: 8, onConnectionError: () => undefined });
      closing.push(() => database.destroy());
      return database;
    },
    async connect() {
      const client = await connectTo(application);
      closing.push(() => client.end());
      return client;
    },
    async drop() {
      await Promise.allSettled(closing.map((close) => close()));
      await rm(dataFolder, { recursive: true, force: true });
      await withClient(server, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${role}`);
      });
    },
  };
}

async function connectTo(connection: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(connection));
  // A connection that a test terminates must not end the run.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function withClient(connection: ConnectionOptions, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connectTo(connection);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { observeStatement } from '../telemetry/observe-statements.ts';
import { type ConnectionOptions, clientConfig, type Database } from './database.ts';
import type { DB } from './schema.gen.ts';

/**
 * A connection that sends queries without waiting for the results of earlier ones, so that queries started together
 * travel together. Statements are prepared once and reused.
 */
export type Pipeline = {
  readonly db: Database;
  /**
   * Runs `work` in a transaction that excludes other work on this connection. Commits at its end, rolls back on a throw.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** True once the connection has broken. */
  isLost(): boolean;
  end(): Promise<void>;
};

/** Connects. Calls `onLost` once when the connection breaks. A pipeline does not reconnect. */
export async function openPipeline(connection: ConnectionOptions, onLost: (error: Error) => void): Promise<Pipeline> {
  const client = new pg.Client({ ...clientConfig(connection), pipeline: true });
  let ended = false;
  let lost = false;
  client.on('error', (error: Error) => {
    lost = true;
    if (!ended) onLost(error);
  });
  await client.connect();
  // Its statements are few, large and constant. Planning one costs as much as a dozen of its rows.
  await client.query('set plan_cache_mode = force_generic_plan');
  // A cached plan may be from a time when its tables were small or had no statistics. These statements reach every row
  // by a key.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off');
  const db = new Kysely<DB>({ dialect: pipelineDialect(client), log: observeStatement });

  return {
    db,
    async transaction(work) {
      await sql`begin`.execute(db);
      try {
        const result = await work(db);
        await sql`commit`.execute(db);
        return result;
      } catch (error) {
        await sql`rollback`.execute(db).catch(() => undefined);
        throw error;
      }
    },
    isLost: () => lost,
    async end() {
      ended = true;
      await client.end();
    },
  };
}

function pipelineDialect(client: pg.Client): Dialect {
  const connection = pipelinedConnection(client);
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** Kysely's own transactions wait for each statement, and would interleave with others on the shared connection. */
async function refuse(): Promise<never> {
  throw new Error('Use transaction() of the pipeline itself');
}

function pipelinedConnection(client: pg.Client): DatabaseConnection {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    let name = names.get(text);
    if (name === undefined) {
      name = createHash('sha1').update(text).digest('hex').slice(0, 16);
      names.set(text, name);
    }
    return name;
  };
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const result = await client.query({
        name: nameOf(query.sql),
        text: query.sql,
        values: [...query.parameters] as unknown[],
      });
      return {
        rows: result.rows as Row[],
        ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
      };
    },
    // biome-ignore lint/correctness/useYield: required by the interface, never used
    async *streamQuery() {
      throw new Error('A pipeline does not support streaming');
    },
  };
}

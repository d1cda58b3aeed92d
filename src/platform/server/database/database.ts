import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import { observeStatement } from '../telemetry/observe-statements.ts';
import type { DB } from './schema.gen.ts';

/** Anything that runs typed SQL: the pool, a transaction, or a pipeline. */
export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

/** How to reach a PostgreSQL; an object, so that no PG* variable from outside leaks in. */
export type ConnectionOptions = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false | { rejectUnauthorized: boolean };
};

/**
 * Values as the contracts have them: bigint as a number (refused beyond 2^53), timestamptz as an ISO instant in UTC, date as
 * `YYYY-MM-DD`.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === pg.types.builtins.INT8) return parseSafeInteger;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, 'text');
  },
};

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is beyond 2^53`);
  return value;
}

/** The settings of one connection, for a client that a domain holds for itself (a pipeline, a COPY). */
export function clientConfig(connection: ConnectionOptions): pg.ClientConfig {
  return { ...connection, types: typeParsers, application_name: 'cairn', keepAlive: true };
}

/** A pool of `size` connections, with the schema's types. `destroy()` ends it. */
export function openDatabase(
  connection: ConnectionOptions,
  options: { size: number; onConnectionError: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    max: options.size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while idle must not end the process: the pool replaces it.
  pool.on('error', options.onConnectionError);
  // Nor one that breaks in use: its query fails, and whoever asked hears of it there.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: observeStatement });
  pools.set(database, pool);
  return database;
}

const pools = new WeakMap<Database, pg.Pool>();

/** How many connections a pool holds open, how many of them have nothing to do, and how many callers wait for one. */
export function readPoolUse(database: Database): { open: number; idle: number; waiting: number } | undefined {
  const pool = pools.get(database);
  return pool && { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** The connection that a `postgres://` URL names; `sslmode=require` and stricter turn TLS on. */
export function connectionFromUrl(url: string): ConnectionOptions {
  const parsed = new URL(url);
  const sslMode = parsed.searchParams.get('sslmode') ?? 'disable';
  return {
    host: decodeURIComponent(parsed.searchParams.get('host') ?? parsed.hostname) || 'localhost',
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode.startsWith('verify') },
  };
}

/** True for the SQLSTATE that PostgreSQL reports, as in `23505` for a unique key that exists. */
export function hasSqlState(error: unknown, ...states: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && states.includes(error.code);
}

import type { ConnectionOptions as ConnectionTlsOptions } from 'node:tls';
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import { observeStatement } from '../telemetry/observe-statements.ts';
import type { DB } from './schema.gen.ts';

/** A connection for typed SQL: the pool, a transaction, or a pipeline. */
export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

/** How to reach a PostgreSQL server. An object, so that no PG* environment variable leaks in. */
export type ConnectionOptions = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false | Tls;
};

/**
 * `require` encrypts, `verify-ca` also requires a certificate of a trusted authority, and `verify-full` one that names the
 * host. `ca` is the PEM of the authorities to trust instead of those that Node.js trusts.
 */
type Tls = { readonly mode: 'require' | 'verify-ca' | 'verify-full'; readonly ca?: string };

/**
 * Parses values into the types of the contracts: bigint as a number (rejected beyond 2^53), timestamptz as an ISO instant
 * in UTC, date as `YYYY-MM-DD`.
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
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database contains ${text}, which is beyond 2^53`);
  return value;
}

/**
 * The search path for names of tables and functions. Set for each connection, because the database's owner may set
 * another path for the role. A temporary table must not shadow a real one.
 */
const SEARCH_PATH = '-c search_path=public,pg_temp';

/** Returns the settings of a connection that a domain holds for itself, such as a pipeline or a COPY. */
export function clientConfig(connection: ConnectionOptions): pg.ClientConfig {
  const ssl = connection.ssl === false ? false : tlsOptions(connection.ssl);
  const session = { application_name: 'cairn', options: SEARCH_PATH };
  return { ...connection, ...session, ssl, types: typeParsers, keepAlive: true };
}

const tlsOptions = ({ mode, ca }: Tls): ConnectionTlsOptions => ({
  rejectUnauthorized: mode !== 'require',
  ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  ...(ca === undefined ? {} : { ca }),
});

/** Opens a pool of `size` connections with the schema's types. `destroy()` closes it. */
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
  // A connection that breaks while idle must not end the process. The pool replaces it.
  pool.on('error', options.onConnectionError);
  // Nor must one that breaks in use. Its query fails and reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: observeStatement });
  pools.set(database, pool);
  return database;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Returns how many connections a pool has open, how many are idle, and how many callers wait for one. */
export function readPoolUse(database: Database): { open: number; idle: number; waiting: number } | undefined {
  const pool = pools.get(database);
  return pool && { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** Reports whether the error is one of these SQLSTATEs, such as `23505` for a violated unique key. */
export function hasSqlState(error: unknown, ...states: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && states.includes(error.code);
}

import { Client, type ClientConfig, DatabaseError } from 'pg';

const NO_SUCH_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

/** Makes sure that the connection's database exists and accepts connections. */
export async function ensureDatabase(connection: ClientConfig & { database: string }): Promise<void> {
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
  client.on('error', () => {}); // the awaited call rejects too; unheard, the event would end the process
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

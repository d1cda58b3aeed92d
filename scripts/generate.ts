import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/app/server/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres/index.ts';
import { bin, root, runCommand } from './run-command.ts';

const TYPES = '{"int8":"number","timestamptz":"string","date":"string"}';

/** Writes the types of the database's tables to `outFile`, as the migrations create them. */
export async function generateSchema(outFile: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-generate-'));
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
  try {
    await migrate(postgres.connection);
    const { host, user, password, database, port } = postgres.connection;
    const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const args = ['--dialect', 'postgres', '--url', url, '--type-mapping', TYPES, '--out-file', outFile];
    const { code, output } = await runCommand(bin('kysely-codegen'), args, { show: false });
    if (code !== 0) throw new Error(`kysely-codegen failed:\n${output}`);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.filename === process.argv[1]) await generateSchema(`${root}src/platform/server/database/schema.gen.ts`);

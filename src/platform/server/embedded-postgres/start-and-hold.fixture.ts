/**
 * A program for the tests: `node start-and-hold.fixture.ts <folder> [uid]` starts PostgreSQL, as that user if given, and
 * keeps it running until SIGTERM. Reports on standard output, one JSON value per line: `{ line }`, `{ connection }`,
 * `{ error }`.
 */
import { startEmbeddedPostgres } from './index.ts';

const [folder = '', uid] = process.argv.slice(2);
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(uid));
  process.setuid?.(Number(uid));
}

try {
  // A killed process loses nothing it wrote, so these tests need no sync to disk.
  const settings = { fsync: 'off' };
  const database = await startEmbeddedPostgres({ folder, settings, log: (line) => say({ line }) });
  process.on('SIGTERM', () => database.stop());
  say({ connection: database.connection });
} catch (problem) {
  say({ error: (problem as Error).message });
}

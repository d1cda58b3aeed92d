import { readConfig } from '#platform/server/config.ts';
import { run } from './run.ts';
import { systemTerminal } from './terminal.ts';

// A reader that closes the pipe early (`cairn verify | head`) is not an error.
process.stdout.on('error', () => undefined);
process.exitCode = await run(
  process.argv.slice(2),
  systemTerminal(() => readConfig()),
);

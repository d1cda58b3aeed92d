import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#platform/server/config.ts';
import { run } from './run.ts';

export type Outcome = { exitCode: number; out: string; notes: string };

/** Runs a command line in this process with its own configuration and state, and returns its output. */
export async function runCairn(
  args: readonly string[],
  options: { environment?: Record<string, string>; input?: string; secrets?: string[]; stateFolder?: string } = {},
): Promise<Outcome> {
  const out: string[] = [];
  const notes: string[] = [];
  const secrets = options.secrets?.values();
  const ownFolder = join(tmpdir(), `cairn-state-${randomUUID()}`);
  const exitCode = await run(args, {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    bar: undefined,
    askSecret: secrets === undefined ? undefined : async () => secrets.next().value ?? '',
    readInput: async () => options.input ?? '',
    config: () => readConfig(options.environment ?? {}),
    stateFolder: options.stateFolder ?? ownFolder,
  });
  await rm(ownFolder, { recursive: true, force: true });
  return { exitCode, out: out.join('\n'), notes: notes.join('\n') };
}

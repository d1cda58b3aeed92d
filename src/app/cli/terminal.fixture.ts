import { readConfig } from '#platform/server/config.ts';
import { run } from './run.ts';

export type Outcome = { exitCode: number; out: string; notes: string };

/** Runs a command line in this process with its own configuration, and returns its output. */
export async function runCairn(
  args: readonly string[],
  options: { environment?: Record<string, string>; input?: string; secrets?: string[] } = {},
): Promise<Outcome> {
  const out: string[] = [];
  const notes: string[] = [];
  const secrets = options.secrets?.values();
  const exitCode = await run(args, {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    bar: undefined,
    askSecret: secrets === undefined ? undefined : async () => secrets.next().value ?? '',
    readInput: async () => options.input ?? '',
    config: () => readConfig(options.environment ?? {}),
  });
  return { exitCode, out: out.join('\n'), notes: notes.join('\n') };
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the path of a package's command, by the name under which npm links it. */
export const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** Runs a program and resolves to its exit code and output. `show` also prints the output as it arrives. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { show: boolean; env?: Record<string, string> },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code: signal === null ? (code ?? 1) : 1, output }));
  });
}

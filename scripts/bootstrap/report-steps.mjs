import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of `package.json`. */
export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder of the setup's state (not in the repository; may be deleted at any time). */
export const stateFolder = path.join(root, '.bootstrap');

const KEPT_OUTPUT = 60_000;
const SHOWN_LINES = 15;

/** A problem that the user can solve. Only its message is printed. */
export class SetUpProblem extends Error {}

/** Prints `starting` immediately and, after `work`, `done(result)` with the duration. */
export async function step(starting, work, done) {
  const started = performance.now();
  console.log(`${starting} …`);
  const result = await work();
  console.log(`${done(result)} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Runs a program in the root folder without a shell. Resolves with `{ ok, output }`, where `output` is the last 60 kB of
 * both streams. `ok` is also false if the program does not exist. Never rejects.
 */
export function run(command, flags, { env = process.env, timeoutSeconds } = {}) {
  return new Promise((resolve) => {
    const timeout = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
    const child = spawn(command, flags, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout });
    let output = '';
    const gather = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.on('error', (problem) => resolve({ ok: false, output: problem.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Returns the first and last output lines of a failed program, followed by the advice. */
export function explain(output, advice) {
  const lines = output.trim().split('\n');
  const shown =
    lines.length <= 2 * SHOWN_LINES ? lines : [...lines.slice(0, SHOWN_LINES), '…', ...lines.slice(-SHOWN_LINES)];
  return new SetUpProblem(`${shown.join('\n')}\n\n${advice}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../src/app/server/main.ts', import.meta.url));

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** Kills it with SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Shuts it down in order, and returns the exit code. */
  stop(): Promise<number | null>;
  hasExited(): boolean;
};

/** Starts the real server, as `npm start` does. Resolves when it is ready. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      CAIRN_DEMO: 'false',
      CAIRN_LIMITS: 'off',
      CAIRN_LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // If the runner dies, the server and its PostgreSQL end too.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const exited = once(child, 'exit').then(() => process.off('exit', endWithUs));
  return {
    url: await readUrl(child),
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  };
}

function readUrl(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream! }).on('line', (line) => {
        said.push(line);
        const url = /ready after [^:]*: (http\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    child.once('exit', (code, signal) =>
      reject(new Error(`The server exited (${signal ?? code}):\n${said.join('\n')}`)),
    );
  });
}

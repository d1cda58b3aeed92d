import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** How long a server may take to start while other programs keep the machine busy. */
const START_MILLISECONDS = 120_000;

export type JourneyServer = {
  /** The URL without a trailing slash, on a free port that the system chose. */
  readonly origin: string;
  /** Its data folder, with the embedded PostgreSQL below `postgres`. */
  readonly folder: string;
  /** Shuts down cleanly. Throws with the server's output if that fails. */
  stop(): Promise<void>;
};

/** Starts the production server with demo data in `folder`. Throws with its output if it does not become ready. */
export async function startJourneyServer(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<JourneyServer> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      PORT: '0',
      CAIRN_DATA_DIR: folder,
      CAIRN_DEMO: 'true',
      CAIRN_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An interrupted run must leave nothing running. PostgreSQL ends with the server.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output}`));
    const timer = setTimeout(() => fail(`was not ready within ${START_MILLISECONDS / 1000} s`), START_MILLISECONDS);
    void exited.then((code) => fail(`ended with code ${code}`)).finally(() => clearTimeout(timer));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
        const origin = /is ready after [^:]+: (http\S+)/.exec(output)?.[1];
        if (origin === undefined) return;
        clearTimeout(timer);
        resolve(origin);
      });
  });
  try {
    return {
      origin: await ready,
      folder,
      async stop() {
        child.kill('SIGTERM');
        const code = await exited;
        process.removeListener('exit', kill);
        if (code !== 0) throw new Error(`The server stopped with code ${code}:\n${output}`);
      },
    };
  } catch (error) {
    kill();
    throw error;
  }
}

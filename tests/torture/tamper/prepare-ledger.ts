import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { runCairn } from '#app/cli/terminal.fixture.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

/** A ledger of a stopped server to copy and attack. */
export type Ledger = {
  readonly folder: string;
  /** The same, from when it was half as long. */
  readonly backup: string;
  readonly vkey: string;
  /** The folder where `cairn verify` stores its state of the ledger. */
  readonly stateFolder: string;
  readonly token: string;
};

/** Enough for two full bundles of entries and a tile of the second level that is still filling. */
const BLOCKS = 640;
const CALLERS = 8;

/** Records a ledger through the API of a real server in `root`, verifies it, and stops the server. */
export async function prepareLedger(root: string): Promise<Ledger> {
  const folder = join(root, 'ledger');
  const backup = join(root, 'backup');
  const stateFolder = join(root, 'state');
  let server = await startServerProcess({ CAIRN_DATA_DIR: folder });
  const token = await signUp(server);
  await record(server, token, 0, BLOCKS / 2);
  await server.stop();
  await cp(folder, backup, { recursive: true });

  server = await startServerProcess({ CAIRN_DATA_DIR: folder });
  await record(server, token, BLOCKS / 2, BLOCKS);
  const vkey = (await (await fetch(`${server.url}/log/vkey`)).text()).trim();
  const { exitCode, out } = await runCairn(['verify', server.url, '--key', vkey], { stateFolder });
  if (exitCode !== 0) throw new Error(`The ledger is not valid before any attack: ${out}`);
  await server.stop();
  return { folder, backup, vkey, stateFolder, token };
}

async function signUp({ url }: ServerProcess): Promise<string> {
  const body = { user: 'victim', password: 'nobody will notice', role: 'manufacturer', email: 'victim@example.org' };
  const response = await post(url, '/api/register', body);
  return ((await response.json()) as { token: string }).token;
}

/** Records one event for each number in the range, and waits until a checkpoint covers them. */
async function record(server: ServerProcess, token: string, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, n) => from + n).values();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const n of numbers) {
        const body = { user: 'victim', action: 'manufactured', asset_id: `T-${n}`, meta: { name: `Item ${n}` } };
        await post(server.url, '/api/add-event', body, token);
      }
    }),
  );
  await eventually('a checkpoint covers every block', async () => {
    const verdict = (await (await fetch(`${server.url}/api/chain/validate`)).json()) as Record<string, unknown>;
    return verdict['state'] === 'valid' && verdict['checkpointSize'] === to + 1;
  });
}

async function post(url: string, path: string, body: unknown, token?: string): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

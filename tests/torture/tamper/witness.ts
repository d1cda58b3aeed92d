import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { formatVerifierKey, parseVerifierKey } from '@cairn/ledger-proof';
import { openWitness } from '#app/cli/witness/open-witness.ts';
import { serveWitness } from '#app/cli/witness/serve-witness.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startServerProcess } from '../server-process.ts';
import type { Ledger } from './prepare-ledger.ts';

export type Witness = {
  /** The configuration with which a server asks it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs the server of a data folder until the witness has cosigned its last checkpoint. */
  cosign(data: string): Promise<void>;
  stop(): void;
};

/** Starts a witness as `cairn witness` does, with its own folder. */
export async function startWitness({ vkey }: Ledger, folder: string): Promise<Witness> {
  const key = parseVerifierKey(vkey);
  const logs = new Map([[key.name, [key]]]);
  const witness = await openWitness({ folder, name: 'witness.test', logs, now: Date.now });
  const server = serveWitness(witness, () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { CAIRN_WITNESSES: `${formatVerifierKey(witness.key)} ${url}` };
  return {
    environment,
    async cosign(data) {
      const log = await startServerProcess({ CAIRN_DATA_DIR: data, ...environment });
      const hash = createHash('sha256').update(key.name).digest('hex');
      await eventually('the witness cosigns the ledger', () => Promise.resolve(witness.latest(hash) !== undefined));
      await log.stop();
    },
    stop() {
      server.close();
      server.closeAllConnections();
      witness.close();
    },
  };
}

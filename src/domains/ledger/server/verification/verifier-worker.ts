import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { type ConnectionOptions, clientConfig, openDatabase } from '#platform/server/database/database.ts';
import { createSigner } from '../signing-key.ts';
import { createVerifier } from './verifier.ts';

/** What the thread needs to verify and to sign. */
export type VerifierThreadData = {
  readonly connection: ConnectionOptions;
  readonly origin: string;
  readonly keyText: string;
};

const IDLE_MILLISECONDS = 1000;

const { connection, origin, keyText } = workerData as VerifierThreadData;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());

while (!stopping.signal.aborted) {
  try {
    await verifyUntilStopped();
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message });
    await pause(IDLE_MILLISECONDS);
  }
}
parentPort?.close();

async function verifyUntilStopped(): Promise<void> {
  const client = new pg.Client(clientConfig(connection));
  const lost = new Promise<never>((_, reject) => client.on('error', reject));
  lost.catch(() => undefined);
  await client.connect();
  const database = openDatabase(connection, { size: 2, onConnectionError: () => undefined });
  try {
    const verifier = createVerifier({ database, client, signer: createSigner(origin, keyText) });
    while (!stopping.signal.aborted) {
      const more = await Promise.race([verifier.tick(), lost]);
      if (!more) await pause(IDLE_MILLISECONDS);
    }
    await verifier.stop();
  } finally {
    await Promise.allSettled([client.end(), database.destroy()]);
  }
}

async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
}

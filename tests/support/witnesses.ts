import { cosignNote, createNoteSigner, formatSignatureLine, formatVerifierKey, parseNote } from '@cairn/ledger-proof';
import { readCheckpoint } from '#domains/ledger/server/checkpoints.ts';
import { storeCosignature } from '#domains/ledger/server/witnesses/cosignatures.ts';
import type { TestServer } from './test-server.ts';

/** A witness whose key the tests have. */
export const testWitness = createNoteSigner('witness.test/one', new Uint8Array(32).fill(21), 'cosignature/v1');
export const otherTestWitness = createNoteSigner('witness.test/two', new Uint8Array(32).fill(22), 'cosignature/v1');

/** Adds a witness's cosignature to the last checkpoint, as if the server had requested it. Returns the size. */
export async function cosignLastCheckpoint(server: TestServer, witness = testWitness): Promise<number> {
  const { database } = server.services;
  const checkpoint = await readCheckpoint(database);
  if (checkpoint === undefined) throw new Error('There is no checkpoint yet');
  const seconds = Math.floor(server.clock() / 1000);
  const signature = await cosignNote(parseNote(checkpoint.note).text, witness, BigInt(seconds));
  await storeCosignature(database, {
    size: checkpoint.size,
    witness: formatVerifierKey(witness.key),
    line: formatSignatureLine(signature),
    cosignedAt: new Date(seconds * 1000).toISOString(),
  });
  return checkpoint.size;
}

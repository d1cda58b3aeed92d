import pg from 'pg';
import { counted } from '#platform/contract/counted.ts';
import { type ConnectionOptions, clientConfig, type Database } from '#platform/server/database/database.ts';
import { readHead } from '../blocks.ts';
import { storeCheckpoint } from '../checkpoints.ts';
import { openCheckpoint, readLogKeys } from '../log-keys.ts';
import type { LedgerSigner } from '../signing-key.ts';
import { show } from './check-blocks.ts';
import { extendPrefix } from './extend-prefix.ts';
import { RUN_LENGTH_MAX } from './follow-chain.ts';
import type { SigningRecordFile } from './signing-record.ts';
import { EMPTY_PREFIX, sizeOf } from './verified-prefix.ts';

export type TrustOptions = {
  /** Whether an existing record may be replaced. */
  readonly replace: boolean;
  readonly onProgress: (done: number, total: number) => void;
};

/**
 * Creates the signing record from a checkpoint that the operator trusts, after every block that it covers has been read
 * and their root matches. With `replace`, it replaces an existing record and its conflict, if any. Returns the number
 * of blocks, or why nothing was changed. No server may be running on the data folder.
 */
export async function trustCheckpoint(
  ledger: { database: Database; connection: ConnectionOptions; signer: LedgerSigner; recordFile: SigningRecordFile },
  note: string,
  options: TrustOptions,
): Promise<{ readonly size: number } | { readonly refused: string }> {
  const { database, connection, signer, recordFile } = ledger;
  const existing = await recordFile.read().catch((error: Error) => {
    if (options.replace) return undefined;
    throw error;
  });
  if (existing !== undefined && !options.replace)
    return {
      refused: `A signing record already exists (${recordFile.path}), over ${counted(sizeOf(existing.signed), 'block')}. To replace it with this checkpoint, add --replace.`,
    };
  const checkpoint = await openCheckpoint(await readLogKeys(database, signer.firstKey), note).catch(() => undefined);
  if (checkpoint === undefined)
    return { refused: 'This is not a checkpoint that the key of this ledger signed, so it proves nothing.' };
  const size = Number(checkpoint.size);
  const { length } = await readHead(database);
  if (length < size)
    return {
      refused: `The checkpoint covers ${counted(size, 'block')}, and the database holds only ${show(length)}: the end of the ledger is missing.`,
    };

  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  let prefix = EMPTY_PREFIX;
  try {
    while (sizeOf(prefix) < size) {
      const end = Math.min(size, sizeOf(prefix) + RUN_LENGTH_MAX);
      const extended = await extendPrefix(client, prefix, end, end === size ? [checkpoint] : [], 0n);
      if ('fault' in extended) return { refused: extended.fault.message };
      prefix = extended.prefix;
      options.onProgress(end, size);
    }
  } finally {
    await client.end();
  }
  // The record states that its checkpoint is in the database.
  await storeCheckpoint(database, size, note);
  await recordFile.replace(prefix, existing?.conflict);
  return { size };
}

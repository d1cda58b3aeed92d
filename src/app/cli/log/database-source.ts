import type { Services } from '#app/server/open-services.ts';
import { readKeyBlocks } from '#domains/ledger/server/log-keys.ts';
import { readEntryBundle, readTile } from '#domains/ledger/server/tiles.ts';
import { findCosignedSize, readCosignedNote } from '#domains/ledger/server/witnesses/cosignatures.ts';
import { Failure } from '../failure.ts';
import type { LogSource } from './log-source.ts';

/** Reads the log from the database, exactly as its server would publish it. */
export function databaseSource({ database, ledger }: Pick<Services, 'database' | 'ledger'>): LogSource {
  return {
    name: 'the database',
    vkey: async () => ledger.vkey,
    keyBlocks: () => readKeyBlocks(database),
    async checkpoint() {
      const checkpoint = await readCosignedNote(database);
      if (checkpoint === undefined) throw new Failure('No checkpoint has been signed yet. Try again in a moment.', 2);
      return checkpoint.note;
    },
    async cosigned(names) {
      const size = await findCosignedSize(database, { names });
      return size === undefined ? undefined : (await readCosignedNote(database, size))?.note;
    },
    entries: (index, width) => readEntryBundle(database, index, width),
    hashes: (index, width) => readTile(database, 0, index, width),
  };
}

import type { Services } from '#app/server/open-services.ts';
import { readCheckpoint } from '#domains/ledger/server/checkpoints.ts';
import { readEntryBundle, readTile } from '#domains/ledger/server/tiles.ts';
import { Failure } from '../failure.ts';
import type { LogSource } from './log-source.ts';

/** Reads the log out of the database itself, as its server would give it out. */
export function databaseSource({ database, ledger }: Pick<Services, 'database' | 'ledger'>): LogSource {
  return {
    name: 'the database',
    vkey: async () => ledger.vkey,
    async checkpoint() {
      const checkpoint = await readCheckpoint(database);
      if (checkpoint === undefined) throw new Failure('No checkpoint is signed yet. Try again in a moment.', 2);
      return checkpoint.note;
    },
    entries: (index, width) => readEntryBundle(database, index, width),
    hashes: (index, width) => readTile(database, 0, index, width),
  };
}

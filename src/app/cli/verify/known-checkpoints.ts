import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVerifierKey, type LogKeys } from '@cairn/ledger-proof';
import { writeDurably } from '#platform/server/write-durably.ts';
import { claimedSize } from './open-note.ts';

/**
 * The largest checkpoints that this user has verified, so that a log that has since shrunk or forked is detected by
 * default.
 */
export type KnownCheckpoints = {
  /** Returns the largest note stored for any of these keys. */
  read(keys: LogKeys): Promise<string | undefined>;
  /** Stores a verified note for all of these keys. A smaller one than the stored one changes nothing. */
  remember(keys: LogKeys, note: string): Promise<void>;
};

/**
 * Stores one file for each key of a log in `folder`. A log that hides a key change is then still compared with the
 * checkpoint seen under the key that it shows.
 */
export function openKnownCheckpoints(folder: string): KnownCheckpoints {
  const fileOf = ({ key }: LogKeys[number]) =>
    join(folder, `${createHash('sha256').update(formatVerifierKey(key)).digest('hex').slice(0, 32)}.checkpoint`);
  const readLargest = async (keys: LogKeys) => {
    const notes = await Promise.all(keys.map((period) => readIfPresent(fileOf(period))));
    return notes.filter((note) => note !== undefined).toSorted((a, b) => Number(claimedSize(b) - claimedSize(a)))[0];
  };
  return {
    read: readLargest,
    async remember(keys, note) {
      const known = await readLargest(keys);
      if (known !== undefined && claimedSize(known) >= claimedSize(note)) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const period of keys) await writeDurably(fileOf(period), note);
    },
  };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the text of a file, or undefined if it does not exist. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(ignore('ENOENT'));

/**
 * Returns the text of a secret file, and creates it with mode 0600 if it does not exist. Creates it atomically, so that
 * two processes that start together get the same text.
 */
export async function readOrMakeSecretFile(path: string, make: () => string): Promise<string> {
  const found = await readIfThere(path);
  if (found !== undefined) return found;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(made, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(make());
    await file.sync();
    await link(made, path).catch(ignore('EEXIST'));
  } finally {
    await file.close();
    await unlink(made);
  }
  return readFile(path, 'utf8');
}

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns the text of a secret file, or undefined if it does not exist. Throws if anyone but its owner has access to it,
 * as after a restore or a copy that did not preserve modes.
 */
export async function readSecretFile(path: string): Promise<string | undefined> {
  const file = await open(path).catch(ignore('ENOENT'));
  if (file === undefined) return undefined;
  try {
    const mode = (await file.stat()).mode & 0o777;
    if ((mode & 0o077) !== 0)
      throw new Error(
        `${path} has mode 0${mode.toString(8)}, so other users of this machine have access to the key in it. Run: chmod 600 ${path}`,
      );
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Returns the text of a secret file, and creates it with mode 0600 if it does not exist. Creates it atomically, so that
 * two processes that start together get the same text. Throws as `readSecretFile` does.
 */
export async function readOrMakeSecretFile(path: string, make: () => string): Promise<string> {
  const found = await readSecretFile(path);
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

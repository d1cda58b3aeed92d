import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecretFile, readSecretFile } from '../secret-file.ts';

/** 32 bytes in hex. */
export const KEY_PATTERN = /^0x[0-9a-f]{64}$/i;
const KEY_FILE = 'chain-operator-key';

export type OperatorKeySource = {
  /** The key of the configuration; undefined: `chain-operator-key` in the data folder. */
  readonly configured: string | undefined;
  readonly dataFolder: string;
};

/**
 * Returns the private key of the operator's account, or undefined if there is none. Throws if other users have access to its
 * file.
 */
export async function readOperatorKey(source: OperatorKeySource): Promise<`0x${string}` | undefined> {
  const text = source.configured ?? (await readSecretFile(join(source.dataFolder, KEY_FILE)));
  return text === undefined ? undefined : checkKey(text);
}

/** Returns the private key, and creates one with mode 0600 if there is none. For a chain that does not exist yet. */
export async function readOrMakeOperatorKey(source: OperatorKeySource): Promise<`0x${string}`> {
  const path = join(source.dataFolder, KEY_FILE);
  // Any 32 bytes are a key, except for zero and 2^-128 of the others.
  const make = () => `0x${randomBytes(32).toString('hex')}\n`;
  return checkKey(source.configured ?? (await readOrMakeSecretFile(path, make)));
}

function checkKey(text: string): `0x${string}` {
  const key = text.trim();
  if (!KEY_PATTERN.test(key)) throw new Error(`${KEY_FILE} must be 0x and 64 hex digits.`);
  return key as `0x${string}`;
}

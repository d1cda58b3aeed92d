import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { link, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createVerifierKey,
  formatVerifierKey,
  type NoteSigner,
  parseVerifierKey,
  type VerifierKey,
} from '@cairn/ledger-proof';
import type { Database } from '#platform/server/database/database.ts';
import { readOrMakeSecretFile, readSecretFile } from '#platform/server/secret-file.ts';
import { readKeyBlocks } from './log-keys.ts';

/** DER of a PKCS #8 Ed25519 key up to its 32-byte seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the text of the ledger's private key. Without `configured`, reads it from `ledger-key` in the data folder,
 * created with mode 0600 at the first start. First completes a key change that was interrupted after its block was
 * recorded. Throws if other users have access to the file.
 */
export async function readSigningKey(options: {
  configured: string | undefined;
  dataFolder: string;
  database?: Database;
}): Promise<string> {
  const { configured, dataFolder, database } = options;
  if (configured !== undefined) return configured;
  if (database !== undefined && (await nextKeyIsInForce(database, dataFolder))) await adoptNextKey(dataFolder);
  return readOrMakeSecretFile(join(dataFolder, KEY_FILE), () => `${randomBytes(32).toString('base64')}\n`);
}

/** Returns the text of a new key that follows `signer`'s. Writes nothing. */
export function makeSuccessorText(signer: LedgerSigner): string {
  return `${randomBytes(32).toString('base64')}\nfirst ${formatVerifierKey(signer.firstKey)}\n`;
}

/**
 * Returns the text of the replacement key, from `ledger-key.next` in the data folder. It is on disk before a block can
 * announce it, and an interrupted attempt's key is reused.
 */
export async function prepareNextKey(dataFolder: string, signer: LedgerSigner): Promise<string> {
  return readOrMakeSecretFile(join(dataFolder, NEXT_KEY_FILE), () => makeSuccessorText(signer));
}

/** Makes the next key the current one, atomically. The old one stays next to it under its own name. */
export async function adoptNextKey(dataFolder: string): Promise<void> {
  const path = join(dataFolder, KEY_FILE);
  await link(path, join(dataFolder, `${KEY_FILE}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`));
  await rename(join(dataFolder, NEXT_KEY_FILE), path);
}

async function nextKeyIsInForce(database: Database, dataFolder: string): Promise<boolean> {
  const text = await readSecretFile(join(dataFolder, NEXT_KEY_FILE));
  const last = text === undefined ? undefined : (await readKeyBlocks(database)).at(-1);
  const announced = last?.data['publicKey'];
  if (text === undefined || typeof announced !== 'string') return false;
  return formatVerifierKey(createSigner(parseVerifierKey(announced).name, text).key) === announced;
}

const KEY_FILE = 'ledger-key';
const NEXT_KEY_FILE = 'ledger-key.next';

/** Signs on behalf of the ledger. */
export type LedgerSigner = NoteSigner & {
  /** The key in the genesis: the signing key, unless the key was changed since. */
  readonly firstKey: VerifierKey;
};

/**
 * Returns the signer for the text of a private key (PEM, or the base64 of its 32 bytes), named after the ledger's
 * origin. A following line `first <vkey>` names the first key of the ledger, if it is a different one.
 */
export function createSigner(origin: string, keyText: string): LedgerSigner {
  const [, secretText = keyText, first] = /^(.*?)\s+first (\S+)\s*$/s.exec(keyText) ?? [];
  const secret = secretText.includes('BEGIN')
    ? createPrivateKey(secretText)
    : createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seedOf(secretText)]), format: 'der', type: 'pkcs8' });
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('CAIRN_LEDGER_KEY must be an Ed25519 private key.');
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  const key = createVerifierKey(origin, new Uint8Array(spki.subarray(-32)));
  return {
    key,
    firstKey: first === undefined ? key : parseVerifierKey(first),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}

function seedOf(text: string): Buffer {
  const seed = Buffer.from(text.trim(), 'base64');
  if (seed.length !== 32)
    throw new Error('The ledger key must be an Ed25519 private key: PEM, or the base64 of its 32 bytes.');
  return seed;
}

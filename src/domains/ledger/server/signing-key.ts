import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createVerifierKey, type NoteSigner } from '@cairn/ledger-proof';

/** DER of a PKCS #8 Ed25519 key up to its 32-byte seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Gives the text of the ledger's private key. Without `configured` it is read from `ledger-key` in the data folder, made
 * with mode 0600 at the first start.
 */
export async function readSigningKey(options: { configured: string | undefined; dataFolder: string }): Promise<string> {
  return options.configured ?? (await readOrMakeKeyFile(options.dataFolder));
}

/**
 * Gives the signer that this text of a private key (PEM, or the base64 of its 32 bytes) stands for, named like the
 * ledger's origin.
 */
export function createSigner(origin: string, keyText: string): NoteSigner {
  const secret = keyText.includes('BEGIN')
    ? createPrivateKey(keyText)
    : createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seedOf(keyText)]), format: 'der', type: 'pkcs8' });
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('CAIRN_LEDGER_KEY must be an Ed25519 private key.');
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    key: createVerifierKey(origin, new Uint8Array(spki.subarray(-32))),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}

/** The file appears with its content or not at all, so that two processes that start at once have the same key. */
async function readOrMakeKeyFile(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const path = join(dataFolder, 'ledger-key');
  const kept = await readIfThere(path);
  if (kept !== undefined) return kept;
  const made = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(made, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await file.sync();
    await link(made, path).catch(ignore('EEXIST'));
  } finally {
    await file.close();
    await unlink(made);
  }
  return readFile(path, 'utf8');
}

const readIfThere = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(ignore('ENOENT'));

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

function seedOf(text: string): Buffer {
  const seed = Buffer.from(text.trim(), 'base64');
  if (seed.length !== 32)
    throw new Error('The ledger key must be an Ed25519 private key: PEM, or the base64 of its 32 bytes.');
  return seed;
}

import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { readOrMakeSecretFile, readSecretFile } from '#platform/server/secret-file.ts';

/** An encrypted secret, and the name of its key. */
export type SealedSecret = { readonly keyId: Buffer; readonly sealed: Buffer };

/** Encrypts secrets and authenticates rows with a key that is not in the database. */
export type SecretBox = {
  /** Encrypts the secret for this account alone. Creates the key on first use. */
  seal(accountId: string, secret: Uint8Array): Promise<SealedSecret>;
  /** @throws AppError `server.unavailable` if this server does not have the key */
  open(accountId: string, sealed: SealedSecret): Promise<Buffer>;
  /**
   * Returns a keyed hash of a text, with the name of its key: 40 bytes. A different `purpose` gives a different hash. Creates the
   * key on first use.
   */
  hash(purpose: string, text: string): Promise<Buffer>;
  /**
   * Reports whether a keyed hash belongs to a text.
   *
   * @throws AppError `server.unavailable` if this server does not have the key
   */
  isHash(hash: Buffer, purpose: string, text: string): Promise<boolean>;
  /** Reads the key, if there is one, for later calls. Throws if other users have access to its file. */
  load(): Promise<void>;
  /** Reports whether this server has the key with this name. */
  has(keyId: Buffer): Promise<boolean>;
};

const KEY_FILE = 'factor-key';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Opens the box with `configured` (base64 of 32 bytes), or else with the file `factor-key` in the data folder. */
export function openSecretBox(options: { configured: string | undefined; dataFolder: string }): SecretBox {
  const path = join(options.dataFolder, KEY_FILE);
  let known: Buffer | undefined;

  async function readKey(): Promise<Buffer | undefined> {
    const text = options.configured ?? (await readSecretFile(path));
    known ??= text === undefined ? undefined : keyOf(text);
    return known;
  }
  async function readOrMakeKey(): Promise<Buffer> {
    known =
      (await readKey()) ??
      keyOf(await readOrMakeSecretFile(path, () => `${randomBytes(KEY_BYTES).toString('base64')}\n`));
    return known;
  }

  return {
    async seal(accountId, secret) {
      const key = await readOrMakeKey();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(accountId));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { keyId: idOf(key), sealed: Buffer.concat([nonce, encrypted, cipher.getAuthTag()]) };
    },
    async open(accountId, { keyId, sealed }) {
      const key = known ?? (await readKey());
      if (key === undefined || !idOf(key).equals(keyId)) throw withoutKey();
      // The account is authenticated too, so that a secret cannot be moved to another account.
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(accountId))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
    async hash(purpose, text) {
      const key = known ?? (await readOrMakeKey());
      return Buffer.concat([idOf(key), hashWith(key, purpose, text)]);
    },
    async isHash(hash, purpose, text) {
      const key = known ?? (await readKey());
      if (key === undefined || !idOf(key).equals(hash.subarray(0, KEY_ID_BYTES))) throw withoutKeyOfHash();
      const expected = hashWith(key, purpose, text);
      const stated = hash.subarray(KEY_ID_BYTES);
      return stated.length === expected.length && timingSafeEqual(stated, expected);
    },
    async load() {
      await readKey();
    },
    async has(keyId) {
      const key = known ?? (await readKey());
      return key !== undefined && idOf(key).equals(keyId);
    },
  };
}

/** Returns the refusal without the key. `docs/configuration.md` describes which file to restore. */
export const withoutKey = () =>
  new AppError(unavailable, 'This server cannot check codes from authenticator apps: its factor key is missing.', {
    hint: 'Use a recovery code, and ask an administrator to restore the factor key.',
    retryAfterSeconds: 60,
  });

const withoutKeyOfHash = () =>
  new AppError(
    unavailable,
    'This server cannot check stored cards and automatic payments: its factor key is missing.',
    {
      hint: 'Ask an administrator to restore the factor key.',
      retryAfterSeconds: 60,
    },
  );

/** The key for each purpose is derived, so that no hash is also one for another purpose. */
const hashWith = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', key).update(`cairn ${purpose}`).digest())
    .update(text)
    .digest();

function keyOf(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`The factor key must be the base64 of ${KEY_BYTES} bytes.`);
  return key;
}

/** Names a key without revealing it. */
const idOf = (key: Buffer) => createHmac('sha256', key).update('cairn factor key').digest().subarray(0, KEY_ID_BYTES);

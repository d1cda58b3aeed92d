import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNoteSigner, type NoteSigner } from '@cairn/ledger-proof';
import { writeDurably } from '#platform/server/write-durably.ts';
import { Failure } from '../failure.ts';

/** Type byte of an Ed25519 cosigner (C2SP tlog-cosignature). */
const COSIGNER = 0x04;

/**
 * Returns the witness's key, created under `name` at the first start: `PRIVATE+KEY+<name>+<id>+<base64>` in `witness-key`,
 * mode 0600. Other implementations of signed notes use the same form.
 */
export async function readWitnessKey(folder: string, name: string | undefined): Promise<NoteSigner> {
  const path = join(folder, 'witness-key');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (kept === undefined) return makeKey(path, name);
  const signer = parseKey(kept);
  if (name !== undefined && signer.key.name !== name)
    throw new Failure(`This witness is called ${signer.key.name}, and its name is permanent. Leave out --name.`, 2);
  return signer;
}

async function makeKey(path: string, name: string | undefined): Promise<NoteSigner> {
  if (name === undefined)
    throw new Failure('A new witness needs a permanent name: --name witness.example.org (a host that you own).', 2);
  const seed = randomBytes(32);
  const signer = createNoteSigner(name, seed, 'cosignature/v1');
  const id = signer.key.id.toString(16).padStart(8, '0');
  const material = Buffer.concat([Uint8Array.of(COSIGNER), seed]).toString('base64');
  await writeDurably(path, `PRIVATE+KEY+${name}+${id}+${material}\n`);
  return signer;
}

function parseKey(text: string): NoteSigner {
  const [, name = '', material = ''] = /^PRIVATE\+KEY\+([^+]+)\+[0-9a-f]{8}\+(\S+)\s*$/.exec(text) ?? [];
  const bytes = Buffer.from(material, 'base64');
  if (bytes.length !== 33 || bytes[0] !== COSIGNER)
    throw new Failure('The file witness-key is not a witness key. Restore it from a backup.', 2);
  return createNoteSigner(name, new Uint8Array(bytes.subarray(1)), 'cosignature/v1');
}

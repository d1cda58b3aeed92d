import { readFile } from 'node:fs/promises';
import { parseVerifierKey, type VerifierKey } from '@cairn/ledger-proof';
import { Failure } from '../failure.ts';

export type TrustOptions = { readonly key?: string; readonly keyFile?: string; readonly witness: readonly string[] };

/** The keys that the user trusts: any key of the ledger, old or new, and witnesses that must have cosigned. */
export type Trust = { readonly key: VerifierKey | undefined; readonly witnesses: readonly VerifierKey[] };

/** Reads the user's keys. */
export async function readTrust({ key, keyFile, witness }: TrustOptions): Promise<Trust> {
  if (key !== undefined && keyFile !== undefined) throw new Failure('Give --key or --key-file, not both.', 2);
  const text = keyFile === undefined ? key : await readFile(keyFile, 'utf8');
  return { key: text === undefined ? undefined : parseLogKey(text), witnesses: witness.map(parseWitnessKey) };
}

/** Reads the vkey of a log. */
export function parseLogKey(text: string): VerifierKey {
  const key = parseKey(text);
  if (key?.type === 'ed25519') return key;
  throw new Failure(
    'The key is not a C2SP verifier key. It looks like ledger.example.org+1a2b3c4d+AQ…; find it at /log/vkey and in block 0.',
    2,
  );
}

function parseWitnessKey(text: string): VerifierKey {
  const key = parseKey(text);
  if (key?.type === 'cosignature/v1') return key;
  throw new Failure(
    `${text} is not a witness key. It looks like witness.example.org+1a2b3c4d+BA…; the witness prints it when it starts.`,
    2,
  );
}

function parseKey(text: string): VerifierKey | undefined {
  try {
    return parseVerifierKey(text.trim());
  } catch {
    return undefined;
  }
}

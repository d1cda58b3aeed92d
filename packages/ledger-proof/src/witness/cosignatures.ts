import { formatNote, type NoteSignature, parseNote, parseSignatureLines } from '../note/note.ts';
import type { VerifierKey } from '../note/verifier-key.ts';
import { type VerifyNoteOptions, verifyNote } from '../note/verify-note.ts';
import { ProofError } from '../proof-error.ts';

/** A verified cosignature of a witness. */
export interface Cosignature {
  readonly signature: NoteSignature;
  /** When the witness claims to have seen the note, in seconds since the epoch. */
  readonly timestamp: bigint;
}

/**
 * Resolves to this witness's cosignature in its answer to `add-checkpoint`, only if it is over exactly this note and
 * names a time. Rejects one over a different note, such as an earlier one; ignores lines of other keys.
 * @throws ProofError `note_malformed`, `signature_invalid`, `signature_missing`, `key_malformed` for a key that is not a
 * cosigner's
 */
export async function readCosignature(
  answer: string,
  note: string,
  witness: VerifierKey,
  options: VerifyNoteOptions = {},
): Promise<Cosignature> {
  if (witness.type !== 'cosignature/v1') throw new ProofError('key_malformed', 'The key is not a cosigner’s.');
  const lines = parseSignatureLines(answer).filter(({ name, keyId }) => name === witness.name && keyId === witness.id);
  const [signature] = lines;
  if (signature === undefined)
    throw new ProofError('signature_missing', `The answer contains no cosignature of ${witness.name}.`);
  const { text } = parseNote(note);
  const verified = await verifyNote(formatNote({ text, signatures: [signature] }), [witness], options);
  const timestamp = verified.signatures[0]?.timestamp;
  // C2SP tlog-cosignature: zero would mean that the witness does not know the time.
  if (timestamp === undefined || timestamp === 0n)
    throw new ProofError('signature_invalid', `The cosignature of ${witness.name} names no time.`);
  return { signature, timestamp };
}

/** Returns the note with these additional signatures, without repeating existing ones. */
export function addSignatures(note: string, signatures: readonly NoteSignature[]): string {
  const { text, signatures: before } = parseNote(note);
  const known = new Set(before.map(({ name, keyId }) => `${name} ${keyId}`));
  return formatNote({
    text,
    signatures: [...before, ...signatures.filter(({ name, keyId }) => !known.has(`${name} ${keyId}`))],
  });
}

import { formatNote, type NoteSignature, parseNote, parseSignatureLines } from '../note/note.ts';
import type { VerifierKey } from '../note/verifier-key.ts';
import { type VerifyNoteOptions, verifyNote } from '../note/verify-note.ts';
import { ProofError } from '../proof-error.ts';

/** A cosignature that its witness did make over the note at hand. */
export interface Cosignature {
  readonly signature: NoteSignature;
  /** When the witness says that it saw the note, in seconds since the epoch. */
  readonly timestamp: bigint;
}

/**
 * Resolves to the cosignature of this witness out of its answer to `add-checkpoint`, only if it is one over exactly this
 * note and names a time. One over another note, for instance an earlier one, is refused; lines of other keys are ignored.
 * @throws ProofError `note_malformed`, `signature_invalid`, `signature_missing`, `key_malformed` for a key that is no
 *   cosigner's
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
    throw new ProofError('signature_missing', `The answer holds no cosignature of ${witness.name}.`);
  const { text } = parseNote(note);
  const verified = await verifyNote(formatNote({ text, signatures: [signature] }), [witness], options);
  const timestamp = verified.signatures[0]?.timestamp;
  // C2SP tlog-cosignature: zero would say that the witness knows no time at all.
  if (timestamp === undefined || timestamp === 0n)
    throw new ProofError('signature_invalid', `The cosignature of ${witness.name} names no time.`);
  return { signature, timestamp };
}

/** Gives the note with these further signatures; those that it has already are not repeated. */
export function addSignatures(note: string, signatures: readonly NoteSignature[]): string {
  const { text, signatures: before } = parseNote(note);
  const known = new Set(before.map(({ name, keyId }) => `${name} ${keyId}`));
  return formatNote({
    text,
    signatures: [...before, ...signatures.filter(({ name, keyId }) => !known.has(`${name} ${keyId}`))],
  });
}

import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { isKeyName, readUint32 } from './verifier-key.ts';

/** One signature line of a note, not yet verified. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: number;
  /** What follows the key id: 64 bytes for Ed25519, 72 for a cosignature, anything for types unknown here. */
  readonly signature: Uint8Array;
}

/** A signed note taken apart. Nothing in it may be believed before `verifyNote`. */
export interface Note {
  /** The text that is signed, with its final newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Characters of a note at most. Bounds the work that a hostile note can cause. */
export const NOTE_LENGTH_MAX = 1_000_000;

/** Signatures of a note at most; C2SP signed-note asks for 16 or more. */
export const NOTE_SIGNATURES_MAX = 100;

const LINE = /^\u2014 ([^ ]+) ([A-Za-z0-9+/=]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL_CHARACTER = /[\u0000-\u0009\u000b-\u001f]/;

/**
 * Takes a signed note apart (C2SP signed-note): formatting the result gives the same bytes again.
 * @throws ProofError `note_malformed`
 */
export function parseNote(note: string | Uint8Array): Note {
  const all = noteText(note);
  // The last blank line: the text may hold blank lines itself.
  const split = all.lastIndexOf('\n\n');
  if (split < 0) throw malformed('The note has no blank line before its signatures.');
  return { text: all.slice(0, split + 1), signatures: parseSignatureLines(all.slice(split + 2)) };
}

/**
 * Reads signature lines alone, the form in which a witness answers.
 * @throws ProofError `note_malformed`, also for no line at all or more than `NOTE_SIGNATURES_MAX`
 */
export function parseSignatureLines(lines: string): NoteSignature[] {
  if (typeof lines !== 'string' || lines.length > NOTE_LENGTH_MAX || !lines.endsWith('\n')) {
    throw malformed('The signature lines do not end with a newline.');
  }
  const parts = lines.slice(0, -1).split('\n');
  if (parts.length > NOTE_SIGNATURES_MAX) throw malformed(`There are more than ${NOTE_SIGNATURES_MAX} signatures.`);
  return parts.map(parseSignatureLine);
}

/**
 * Puts a signed note together, as `parseNote` reads it.
 * @throws ProofError `note_malformed` when no note can hold this text or these signatures
 */
export function formatNote(note: Note): string {
  const all = `${note.text}\n${note.signatures.map(formatSignatureLine).join('')}`;
  const parsed = parseNote(all);
  if (parsed.text !== note.text) throw malformed('The text of a note ends with a newline.');
  return all;
}

/** Gives the line of one signature, with its final newline. */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, keyId);
  return `\u2014 ${name} ${toBase64(concatBytes(id, signature))}\n`;
}

function noteText(note: string | Uint8Array): string {
  try {
    const text = typeof note === 'string' ? note : decodeUtf8(note);
    // Encoding refuses lone surrogates, which a string may hold and UTF-8 may not.
    if (text.length > NOTE_LENGTH_MAX || encodeUtf8(text).length === 0)
      throw malformed('The note is empty or too long.');
    if (CONTROL_CHARACTER.test(text)) throw malformed('The note holds a control character.');
    return text;
  } catch (cause) {
    throw cause instanceof ProofError && cause.code === 'note_malformed'
      ? cause
      : malformed('The note is not text in UTF-8.', cause);
  }
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  if (!isKeyName(name)) throw malformed('A signature line reads: em dash, key name, base64.');
  const bytes = decodeSignature(encoded);
  if (bytes.length < 5) throw malformed('A signature is too short.');
  return { name, keyId: readUint32(bytes), signature: bytes.slice(4) };
}

function decodeSignature(encoded: string): Uint8Array {
  try {
    return fromBase64(encoded);
  } catch (cause) {
    throw malformed('A signature is not canonical base64.', cause);
  }
}

function malformed(message: string, cause?: unknown): ProofError {
  return new ProofError('note_malformed', message, { cause });
}

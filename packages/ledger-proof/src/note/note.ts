import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { isKeyName, readUint32 } from './verifier-key.ts';

/** One signature line of a note, not yet verified. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: number;
  /** The bytes after the key id: 64 for Ed25519, 72 for a cosignature, any number for unknown types. */
  readonly signature: Uint8Array;
}

/** A parsed signed note. Untrusted before `verifyNote`. */
export interface Note {
  /** The signed text, with its final newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The maximum length of a note in characters. Bounds the work that a hostile note can cause. */
export const NOTE_LENGTH_MAX = 1_000_000;

/** The maximum number of signatures of a note; C2SP signed-note requires at least 16. */
export const NOTE_SIGNATURES_MAX = 100;

const LINE = /^\u2014 ([^ ]+) ([A-Za-z0-9+/=]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL_CHARACTER = /[\u0000-\u0009\u000b-\u001f]/;

/**
 * Parses a signed note (C2SP signed-note). Formatting the result returns the same bytes.
 * @throws ProofError `note_malformed`
 */
export function parseNote(note: string | Uint8Array): Note {
  const all = noteText(note);
  // The last blank line: the text may contain blank lines itself.
  const split = all.lastIndexOf('\n\n');
  if (split < 0) throw malformed('The note has no blank line before its signatures.');
  return { text: all.slice(0, split + 1), signatures: parseSignatureLines(all.slice(split + 2)) };
}

/**
 * Parses signature lines alone, the form in which a witness answers.
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
 * Formats a signed note, the reverse of `parseNote`.
 * @throws ProofError `note_malformed` if no note can contain this text or these signatures
 */
export function formatNote(note: Note): string {
  const all = `${note.text}\n${note.signatures.map(formatSignatureLine).join('')}`;
  const parsed = parseNote(all);
  if (parsed.text !== note.text) throw malformed('The text of a note must end with a newline.');
  return all;
}

/** Returns the line of one signature, with its final newline. */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, keyId);
  return `\u2014 ${name} ${toBase64(concatBytes(id, signature))}\n`;
}

function noteText(note: string | Uint8Array): string {
  try {
    const text = typeof note === 'string' ? note : decodeUtf8(note);
    // Encoding rejects lone surrogates, which a string may contain but UTF-8 may not.
    if (text.length > NOTE_LENGTH_MAX || encodeUtf8(text).length === 0)
      throw malformed('The note is empty or too long.');
    if (CONTROL_CHARACTER.test(text)) throw malformed('The note contains a control character.');
    return text;
  } catch (cause) {
    throw cause instanceof ProofError && cause.code === 'note_malformed'
      ? cause
      : malformed('The note is not UTF-8 text.', cause);
  }
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  if (!isKeyName(name)) throw malformed('A signature line must consist of an em dash, a key name, and base64.');
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

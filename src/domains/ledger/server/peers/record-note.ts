import {
  formatCheckpoint,
  type NoteSigner,
  ProofError,
  signNote,
  type TreeHead,
  type VerifierKey,
  verifyCheckpoint,
} from '@cairn/ledger-proof';
import type { SigningRecord, SigningRecordFile } from '../verification/signing-record.ts';
import { rootOf } from '../verification/verified-prefix.ts';

/** The last signed tree of a server, as it reports it to the other servers of its ledger. */
export type RecordNote = TreeHead & {
  /** The name of the process that answered, so that a server in its own list of peers recognizes itself. */
  readonly process: string;
  /** The conflict that its record contains. */
  readonly conflict: string | undefined;
};

const PROCESS = 'cairn-process ';
const CONFLICT = 'cairn-conflict ';

/**
 * Returns the content of the signing record as a signed note: a checkpoint with extension lines. It discloses nothing
 * new: the ledger's key has signed this tree before.
 */
export function formatRecordNote(record: SigningRecord, signer: NoteSigner, process: string): Promise<string> {
  const extensions = [
    PROCESS + process,
    ...(record.conflict === undefined ? [] : [CONFLICT + record.conflict.message.replaceAll(/\s+/g, ' ')]),
  ];
  const tree = { size: record.signed.range.size, root: rootOf(record.signed) };
  return signNote(formatCheckpoint({ origin: signer.key.name, ...tree, extensions }), [signer]);
}

/** Opens the note of another server. Throws a ProofError unless `key` signed it. */
export async function openRecordNote(note: string, key: VerifierKey): Promise<RecordNote> {
  const { checkpoint } = await verifyCheckpoint(note, { logKey: key });
  const read = (prefix: string) => checkpoint.extensions.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const process = read(PROCESS);
  // Any other checkpoint of the ledger could be an old answer.
  if (process === undefined) throw new ProofError('checkpoint_malformed', 'It is not the note of a signing record.');
  return { size: checkpoint.size, root: checkpoint.root, process, conflict: read(CONFLICT) };
}

/**
 * Returns the function that answers other servers from the signing record, never from the database. Signs again only
 * after the record changed. Resolves to undefined if there is no record.
 */
export function createRecordNotes(
  recordFile: SigningRecordFile,
  signer: NoteSigner,
  process: string,
): () => Promise<string | undefined> {
  let last: { readonly text: string; readonly note: Promise<string> } | undefined;
  return async () => {
    const record = await recordFile.read();
    if (record === undefined) return undefined;
    const text = [record.signed.range.size, ...record.signed.range.hashes, record.conflict?.message].join(' ');
    if (last?.text !== text) last = { text, note: formatRecordNote(record, signer, process) };
    return last.note;
  };
}

import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addSignatures,
  cosignNote,
  formatNote,
  formatSignatureLine,
  judgeCheckpoint,
  type NoteSigner,
  parseCheckpoint,
  parseNote,
  type TreeHead,
  type VerifierKey,
  type WitnessRefusal,
} from '@cairn/ledger-proof';
import { type FolderLock, lockFolder } from '#platform/server/embedded-postgres/folder-lock.ts';
import { writeDurably } from '#platform/server/write-durably.ts';
import { Failure } from '../failure.ts';
import { nodeSha256 } from '../log/check-log.ts';
import { readWitnessKey } from './witness-key.ts';

export type OpenWitness = {
  readonly key: VerifierKey;
  /** Returns the signature line, or the refusal. A signature is permanent. */
  addCheckpoint(body: Uint8Array): Promise<string | WitnessRefusal>;
  /** Returns the last cosigned checkpoint of the log with this origin hash, with the cosignature. */
  latest(originHash: string): string | undefined;
  close(): void;
};

/**
 * Opens a witness on its own folder, which only one process can use at a time. Each log's last cosigned checkpoint is
 * durably stored there before its cosignature is sent. Neither a crash nor concurrent requests can therefore make the
 * witness cosign a fork or a smaller tree.
 */
export async function openWitness(options: {
  folder: string;
  name: string | undefined;
  /** The trusted keys, by the origin of their log. */
  logs: ReadonlyMap<string, readonly VerifierKey[]>;
  now: () => number;
}): Promise<OpenWitness> {
  const { folder, logs, now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock: FolderLock = await lockFolder(folder);
  try {
    const signer = await readWitnessKey(folder, options.name);
    const notes = new Map<string, string>();
    for (const origin of logs.keys()) {
      const note = await readState(folder, origin);
      if (note !== undefined) notes.set(origin, note);
    }
    let queue: Promise<unknown> = Promise.resolve();
    return {
      key: signer.key,
      addCheckpoint(body) {
        // Sequential: nothing may happen between the judgment and the write.
        const answer = queue.then(() => answerOne(body, { folder, logs, notes, signer, now }));
        queue = answer.catch(() => undefined);
        return answer;
      },
      latest: (originHash) => notes.get([...notes.keys()].find((origin) => hashOf(origin) === originHash) ?? ''),
      close: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Memory = {
  readonly folder: string;
  readonly logs: ReadonlyMap<string, readonly VerifierKey[]>;
  readonly notes: Map<string, string>;
  readonly signer: NoteSigner;
  readonly now: () => number;
};

async function answerOne(body: Uint8Array, memory: Memory): Promise<string | WitnessRefusal> {
  const verdict = await judgeCheckpoint(body, {
    keysOf: (origin) => memory.logs.get(origin),
    latestOf: (origin) => headOf(memory.notes.get(origin)),
    sha256: nodeSha256,
  });
  if ('status' in verdict) return verdict;
  const { checkpoint, text } = verdict;
  const cosignature = await cosignNote(text, memory.signer, BigInt(Math.floor(memory.now() / 1000)));
  const note = formatNote({ text, signatures: [cosignature] });
  await writeDurably(statePath(memory.folder, checkpoint.origin), withLogSignatures(note, body));
  memory.notes.set(checkpoint.origin, withLogSignatures(note, body));
  return formatSignatureLine(cosignature);
}

/** Stores the log's own signatures with the cosignature. They are the evidence if a log forks. */
function withLogSignatures(note: string, body: Uint8Array): string {
  const request = Buffer.from(body).toString('utf8');
  return addSignatures(note, parseNote(request.slice(request.indexOf('\n\n') + 2)).signatures);
}

const headOf = (note: string | undefined): TreeHead | undefined =>
  note === undefined ? undefined : parseCheckpoint(parseNote(note).text);

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex');

const statePath = (folder: string, origin: string): string => join(folder, `${hashOf(origin)}.checkpoint`);

/** An unreadable state is not a reason to start over: that would let the log fork. */
async function readState(folder: string, origin: string): Promise<string | undefined> {
  const path = statePath(folder, origin);
  const note = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (note === undefined) return undefined;
  try {
    if (parseCheckpoint(parseNote(note).text).origin === origin) return note;
  } catch {
    // Reported below, with a fix.
  }
  throw new Failure(`${path} is damaged. Restore it from a backup: without it this witness could cosign a fork.`, 2);
}

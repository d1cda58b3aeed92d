import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBase64, fromHex, toBase64, toHex } from '@cairn/ledger-proof';
import { z } from 'zod';
import { writeDurably } from '#platform/server/write-durably.ts';
import { type ChainFault, show } from './check-blocks.ts';
import { EMPTY_PREFIX, rootOf, sizeOf, type VerifiedPrefix } from './verified-prefix.ts';

/**
 * The last signed tree of this server. It is stored outside the database, so that an attacker who controls the database
 * cannot have the key sign a second history.
 */
export type SigningRecord = {
  readonly origin: string;
  /** The newest tree whose checkpoint is certainly in the database. */
  readonly published: VerifiedPrefix;
  /** The newest signed tree: `published`, or a later one whose checkpoint may not have reached the database. */
  readonly signed: VerifiedPrefix;
  /** A contradiction to a signed tree. Persists until `cairn ledger trust` clears it. */
  readonly conflict?: Conflict;
  /** When an operator created this record from a checkpoint, and which conflict that cleared. */
  readonly trusted?: { readonly at: string; readonly cleared?: Conflict };
};

/** A contradiction between the ledger and a signed tree: the first affected block, and when it was found (ISO 8601). */
export type Conflict = ChainFault & { readonly conflict: true; readonly foundAt: string };

/** The signing record of one data folder. Processes that share the folder share the record. */
export type SigningRecordFile = {
  readonly path: string;
  /** Returns undefined when there is none. Throws for a file that is damaged or belongs to another ledger. */
  read(): Promise<SigningRecord | undefined>;
  /** Creates the record of an empty ledger, unless there is a record. */
  createEmpty(): Promise<void>;
  /**
   * Records a later tree, on disk before this resolves. Returns the record in force: another process may have recorded
   * a later tree, or a conflict, which this does not change.
   */
  advance(to: Pick<SigningRecord, 'published' | 'signed'>): Promise<SigningRecord>;
  /** Records that the checkpoint of `published` is in the database, unless a later tree is recorded. */
  settle(published: VerifiedPrefix): Promise<void>;
  /** Records a conflict, on disk before this resolves. The first conflict is kept. */
  recordConflict(fault: ChainFault): Promise<SigningRecord>;
  /**
   * Replaces the record by one of this tree, on an operator's instruction. The old one stays next to it, and the new
   * one names the cleared conflict.
   */
  replace(by: VerifiedPrefix, cleared: Conflict | undefined): Promise<void>;
};

const FILE_NAME = 'signing-record';
const FORMAT = 'cairn-signing-record/1';

export function signingRecordFile(dataFolder: string, origin: string): SigningRecordFile {
  const path = join(dataFolder, FILE_NAME);

  async function read(): Promise<SigningRecord | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : parseRecord(text, path, origin);
  }

  /**
   * A verifier and its witnesses record concurrently. Each change reads the record and writes it, so they take turns.
   */
  let changing: Promise<unknown> = Promise.resolve();
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = changing.then(change);
    changing = changed.catch(() => undefined);
    return changed;
  }

  async function readExisting(): Promise<SigningRecord> {
    const record = await read();
    if (record === undefined) throw new Error(`The signing record ${path} disappeared while the server was running.`);
    return record;
  }

  async function recordConflict(fault: ChainFault): Promise<SigningRecord> {
    const current = await readExisting();
    if (current.conflict !== undefined) return current;
    const next = {
      ...current,
      conflict: { ...fault, conflict: true as const, foundAt: new Date().toISOString() },
    };
    await writeDurably(path, formatRecord(next));
    return next;
  }

  async function advance(to: Pick<SigningRecord, 'published' | 'signed'>): Promise<SigningRecord> {
    const current = await readExisting();
    const [recorded, size] = [sizeOf(current.signed), sizeOf(to.signed)];
    if (current.conflict !== undefined || recorded > size) return current;
    if (recorded === size && sameTree(current.signed, to.signed)) return { ...current, published: to.published };
    if (recorded === size) return recordConflict(signedOtherwise(size));
    const next = { ...current, ...to };
    await writeDurably(path, formatRecord(next));
    return next;
  }

  async function settle(published: VerifiedPrefix): Promise<void> {
    const current = await readExisting();
    if (current.conflict !== undefined || sizeOf(current.signed) !== sizeOf(published)) return;
    if (sameTree(current.signed, published)) await writeDurably(path, formatRecord({ ...current, published }));
  }

  return {
    path,
    read,
    async createEmpty() {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 });
      const complete = `${path}.${randomBytes(6).toString('hex')}`;
      await writeDurably(complete, formatRecord({ origin, published: EMPTY_PREFIX, signed: EMPTY_PREFIX }));
      // Unlike a rename, a link does not replace a record that another process has created meanwhile.
      await link(complete, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      await rm(complete, { force: true });
    },
    advance: (to) => inTurn(() => advance(to)),
    settle: (published) => inTurn(() => settle(published)),
    recordConflict: (fault) => inTurn(() => recordConflict(fault)),
    async replace(by, cleared) {
      const old = await readFile(path, 'utf8').catch(() => undefined);
      if (old !== undefined)
        await writeFile(`${path}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`, old, { mode: 0o600 });
      await mkdir(dataFolder, { recursive: true, mode: 0o700 });
      const trusted = { at: new Date().toISOString(), ...(cleared === undefined ? {} : { cleared }) };
      await writeDurably(path, formatRecord({ origin, published: by, signed: by, trusted }));
    },
  };
}

const sameTree = (one: VerifiedPrefix, other: VerifiedPrefix): boolean =>
  Buffer.from(rootOf(one)).equals(rootOf(other));

/** Returns the conflict of a chain whose first `size` blocks are not those that this server signed. */
export const signedOtherwise = (size: number): ChainFault => ({
  index: 0,
  message: `The first ${show(size)} ${size === 1 ? 'block is' : 'blocks are'} not what this server signed.`,
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const TreeText = z.strictObject({
  size: z.int().min(0),
  root: z.string(),
  /** The hashes of the complete subtrees at the right edge, the largest first. */
  edge: z.array(hash).max(64),
  headHash: hash,
  headTime: z.int().min(0),
});
const ConflictText = z.strictObject({
  index: z.int().min(0),
  message: z.string(),
  conflict: z.literal(true),
  foundAt: z.string(),
});
const RecordText = z.strictObject({
  format: z.literal(FORMAT),
  origin: z.string(),
  published: TreeText,
  signed: TreeText,
  conflict: ConflictText.optional(),
  trusted: z.strictObject({ at: z.string(), cleared: ConflictText.optional() }).optional(),
});

function formatRecord(record: SigningRecord): string {
  const text: z.infer<typeof RecordText> = {
    format: FORMAT,
    origin: record.origin,
    published: formatTree(record.published),
    signed: formatTree(record.signed),
    ...(record.conflict === undefined ? {} : { conflict: record.conflict }),
    ...(record.trusted === undefined ? {} : { trusted: record.trusted }),
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}

const formatTree = (prefix: VerifiedPrefix): z.infer<typeof TreeText> => ({
  size: sizeOf(prefix),
  root: toBase64(rootOf(prefix)),
  edge: prefix.range.hashes.map(toHex),
  headHash: prefix.link.hash.toString('hex'),
  headTime: prefix.link.timestamp,
});

function parseRecord(text: string, path: string, origin: string): SigningRecord {
  const damaged = (why: string) =>
    new Error(
      `The signing record ${path} is damaged: ${why}. Restore it from a backup, or see docs/runbooks/signing-record.md.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged('it is not JSON');
  }
  const parsed = RecordText.safeParse(value);
  if (!parsed.success) throw damaged(z.prettifyError(parsed.error));
  const record = parsed.data;
  if (record.origin !== origin)
    throw new Error(`The signing record ${path} belongs to the ledger ${record.origin}, and this is ${origin}.`);
  const parseTree = (tree: z.infer<typeof TreeText>): VerifiedPrefix => {
    const prefix: VerifiedPrefix = {
      range: { size: BigInt(tree.size), hashes: tree.edge.map(fromHex) },
      link: { hash: Buffer.from(tree.headHash, 'hex'), timestamp: tree.headTime },
    };
    if (!Buffer.from(rootOf(prefix)).equals(fromBase64(tree.root))) throw damaged('an edge does not lead to its root');
    return prefix;
  };
  return {
    origin,
    published: parseTree(record.published),
    signed: parseTree(record.signed),
    ...(record.conflict === undefined ? {} : { conflict: record.conflict }),
    ...(record.trusted === undefined ? {} : { trusted: record.trusted as SigningRecord['trusted'] & {} }),
  };
}

import { readFile } from 'node:fs/promises';
import { followKeys, type KeyBlock, type LogKeys, ProofError, type TreeHead } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import { Failure } from '../failure.ts';
import { checkLog } from '../log/check-log.ts';
import { readExportBlocks, readExportEnds } from '../log/export-format.ts';
import type { Fault } from '../log/fault.ts';
import type { LogEntry } from '../log/log-source.ts';
import { readLog } from '../log/read-log.ts';
import { DamagedLog, NothingSigned, type ServerSource, serverSource } from '../log/server-source.ts';
import { showProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import type { KnownCheckpoints } from './known-checkpoints.ts';
import { describeCosignatures, openAll, openNote } from './open-note.ts';
import { describeLost, readSeen } from './seen-before.ts';
import { parseLogKey, type Trust } from './trust.ts';
import { awaitCosigned, findLaggard, findWitnessed } from './witnessed.ts';

/** A log's claims about itself. Untrusted. */
type Claim = {
  readonly name: string;
  readonly note: string;
  readonly keyBlocks: readonly KeyBlock[];
  /** A checkpoint with the required cosignatures, if the last one lacks them. */
  readonly cosigned: string | undefined;
  readonly entries: (size: bigint) => AsyncIterable<LogEntry>;
  /** The other trees that the keys signed, ascending, if the log publishes them. */
  readonly published: ((keys: LogKeys) => () => AsyncIterable<TreeHead>) | undefined;
  /** True for a running server. */
  readonly isLive: boolean;
};

type Extras = {
  readonly since?: string | undefined;
  /** The checkpoints verified on this machine before; undefined to neither compare nor store them. */
  readonly known: KnownCheckpoints | undefined;
  /** How long to wait until the witnesses have cosigned the last checkpoint of a server. */
  readonly waitSeconds: number;
};

/** Verifies the public log of a server. Returns the exit code. */
export async function verifyServer(terminal: Terminal, address: string, trust: Trust, extras: Extras): Promise<number> {
  const source = serverSource(address);
  try {
    return await verifySource(terminal, source, trust, extras);
  } catch (error) {
    if (error instanceof DamagedLog) return refuse(terminal, `${source.name} reports a fault. ${error.message}`);
    throw error;
  }
}

async function verifySource(terminal: Terminal, source: ServerSource, trust: Trust, extras: Extras): Promise<number> {
  const keyBlocks = await source.keyBlocks();
  const own = trust.key === undefined ? await source.vkey() : undefined;
  if (own !== undefined)
    terminal.note(
      `The key comes from the server itself, so this proves that its log is complete, but not who owns it. To prove both: --key ${own}`,
    );
  // The newest key of a log proves nothing about earlier checkpoints. Its oldest key leads to all later keys.
  const key = trust.key ?? parseLogKey(firstKey(keyBlocks) ?? own ?? '');
  const names = trust.witnesses.map(({ name }) => name);
  const note = await source.checkpoint().catch((error: unknown) => error);
  if (note instanceof NothingSigned) {
    const lost = await describeLost(source.name, [{ key, from: 0n }], extras.known);
    if (lost !== undefined) return refuse(terminal, lost);
  }
  if (typeof note !== 'string') throw note;
  const claim = {
    name: source.name,
    keyBlocks,
    ...(names.length === 0
      ? { note, cosigned: undefined }
      : await awaitCosigned(terminal, note, () => source.cosigned(names), extras.waitSeconds)),
    entries: (size: bigint) => readLog(source, size),
    published: (keys: LogKeys) => () => openAll(source.checkpointsAbove, keys),
    isLive: true,
  };
  return verifyWhole(terminal, claim, { ...trust, key }, extras);
}

/** Verifies an export offline. Returns the exit code. */
export async function verifyExport(terminal: Terminal, file: string, trust: Trust, extras: Extras): Promise<number> {
  const { header, checkpoint, cosigned, keyBlocks } = await readExportEnds(file);
  if (trust.key === undefined)
    terminal.note(
      `The key comes from the file itself, so this proves that its log is complete, but not who owns it. To prove both: --key ${header.vkey}`,
    );
  if (checkpoint === undefined)
    return bad(terminal, { index: header.size, reason: 'the export ends without its checkpoint: it is truncated' });
  const key = trust.key ?? parseLogKey(firstKey(keyBlocks) ?? header.vkey);
  const claim = {
    name: file,
    note: checkpoint,
    keyBlocks,
    cosigned,
    entries: () => readExportBlocks(file),
    published: undefined,
    isLive: false,
  };
  return verifyWhole(terminal, claim, { ...trust, key }, extras);
}

const firstKey = ([first]: readonly KeyBlock[]): string | undefined => {
  const key = first?.data['previousKey'];
  return typeof key === 'string' ? key : undefined;
};

async function verifyWhole(
  terminal: Terminal,
  claim: Claim,
  trust: Trust & { readonly key: NonNullable<Trust['key']> },
  { since, known }: Extras,
): Promise<number> {
  const keys = await follow(trust.key, claim.keyBlocks);
  if (keys instanceof ProofError) return refuse(terminal, keys.message);
  const last = await openNote(claim.note, keys);
  if (last instanceof ProofError)
    return refuse(terminal, `The checkpoint of ${claim.name} is not signed with this key: ${last.message}`);
  const witnessed = await findWitnessed(claim, keys, trust);
  if (witnessed instanceof ProofError)
    return refuse(terminal, `No checkpoint of ${claim.name} has the required cosignatures: ${witnessed.message}`);
  const lagging = witnessed === undefined ? undefined : findLaggard(claim, last.checkpoint.size, witnessed);
  if (lagging !== undefined) return refuse(terminal, lagging);
  const kept = since === undefined ? [] : [await readKept(since, keys)];
  const seen = await readSeen(terminal, claim, keys, { known, size: last.checkpoint.size });
  if (seen instanceof ProofError)
    return refuse(
      terminal,
      `${claim.name} was verified on this machine under a key that it no longer names: ${seen.message}`,
    );

  const progress = showProgress(terminal, 'blocks checked');
  const size = Number(last.checkpoint.size);
  const begun = performance.now();
  const result = await checkLog(() => claim.entries(last.checkpoint.size), last.checkpoint, {
    kept: [...kept, ...[witnessed?.checkpoint, seen].filter((head) => head !== undefined)],
    trusted: keys,
    published: claim.published?.(keys),
    onProgress: (done) => progress.update(done, size),
  });
  progress.end();
  if (!('ok' in result)) return bad(terminal, result);

  const { origin, root } = last.checkpoint;
  terminal.out(
    `VALID. All ${counted(result.size, 'block')} of ${claim.name} match the checkpoint signed by ${origin}.`,
  );
  for (const head of kept)
    terminal.out(`It still starts with the ${counted(head.size, 'block')} of the earlier checkpoint.`);
  if (seen !== undefined)
    terminal.out(`It still starts with the ${counted(seen.size, 'block')} verified on this machine before.`);
  for (const line of witnessed === undefined ? [] : describeCosignatures(witnessed)) terminal.out(line);
  const seconds = (performance.now() - begun) / 1000;
  terminal.out(`Merkle root ${Buffer.from(root).toString('hex')}, checked in ${seconds.toFixed(1)} s.`);
  await known?.remember(keys, claim.note).catch((error: Error) => {
    terminal.note(`This checkpoint could not be stored for the next verification: ${error.message}`);
  });
  return 0;
}

async function follow(key: NonNullable<Trust['key']>, blocks: readonly KeyBlock[]): Promise<LogKeys | ProofError> {
  try {
    return await followKeys(key, blocks);
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

async function readKept(file: string, keys: LogKeys): Promise<TreeHead> {
  const opened = await openNote(await readFile(file, 'utf8'), keys);
  if (opened instanceof ProofError)
    throw new Failure(`${file} is not a checkpoint signed by this key: ${opened.message}`, 2);
  return opened.checkpoint;
}

function refuse(terminal: Terminal, why: string): number {
  terminal.out(`NOT VALID. ${why}`);
  return 1;
}

function bad(terminal: Terminal, { index, upTo = index, reason }: Fault): number {
  const which = upTo === index ? `First bad block: ${index}.` : `First bad block: one of ${index} to ${upTo}.`;
  return refuse(terminal, `${which} ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
}

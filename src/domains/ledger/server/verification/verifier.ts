import { randomUUID } from 'node:crypto';
import { formatVerifierKey, keyAtSize, type LogKeys, type VerifierKey } from '@cairn/ledger-proof';
import type pg from 'pg';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createPeerJudge } from '../peers/judge-peers.ts';
import { largestOf, NO_PEERS, type PeerWatch, type UnreachablePeer } from '../peers/peer-watch.ts';
import type { Head } from '../seal-blocks.ts';
import type { LedgerSigner } from '../signing-key.ts';
import { createTableGuard } from '../tables/find-changed-table.ts';
import type { ChainFault } from './check-blocks.ts';
import { followChain, RUN_LENGTH_MAX } from './follow-chain.ts';
import { publishTree, type UnsavedStep } from './publish-tree.ts';
import { createScrubber } from './scrubber.ts';
import { createSeenHeads } from './seen-heads.ts';
import type { SigningRecord, SigningRecordFile } from './signing-record.ts';
import { sizeOf, type VerifiedPrefix } from './verified-prefix.ts';
import { releaseLease, takeLease, writeVerdict } from './verifier-state.ts';

export type Verifier = {
  /**
   * Verifies new blocks and signs a checkpoint over them, then re-reads some older ones. Returns true if more is
   * waiting.
   */
  tick(): Promise<boolean>;
  /** Adds a head that this process appended. It must become part of the verified chain. */
  appended(head: Head): void;
  /** Reports whether this verifier holds the right to sign. */
  leads(): boolean;
  /** Returns the finding of the last tick. */
  finding(): Finding;
  /** Records a proof that this ledger's history was replaced. It is never signed again. */
  recordConflict(fault: ChainFault): Promise<void>;
  /** Re-reads the whole chain once, from block 0, as ticks do over time. */
  scrubAll(): Promise<void>;
  /** Lets another process sign immediately. */
  stop(): Promise<void>;
};

/** The state of the chain as one process has verified it. */
export type Finding = {
  /** Blocks below this index are verified. */
  readonly verifiedLength: number;
  readonly fault: ChainFault | undefined;
  /** False while a block that this process has seen has waited too long for its verification. */
  readonly confirmed: boolean;
  /**
   * The other servers of the ledger that could not be compared, and whether nothing is signed until one answers,
   * because the signing record is old.
   */
  readonly peers: { readonly unreachable: readonly UnreachablePeer[]; readonly awaited: boolean };
};

/** Minimum interval between checkpoints while the log grows. */
const PUBLISH_INTERVAL_MILLISECONDS = 1000;
/**
 * A signing process signs within seconds. With the expiry of a confirmation, a block can be unverified for 30 seconds.
 */
const PATIENCE_MILLISECONDS = 10_000;

const SCRUB_LENGTH = 4_096;

export type VerifierOptions = {
  readonly database: Database;
  readonly client: pg.Client;
  readonly signer: LedgerSigner;
  readonly recordFile: SigningRecordFile;
  readonly clock: Clock;
  /** Milliseconds that never decrease, from any starting point. */
  readonly monotonic?: () => number;
  /** The trees that other servers of the ledger sign. */
  readonly peers?: PeerWatch;
};

/**
 * The background verifier of a ledger. Every server runs one and trusts no other server: it verifies each new block
 * itself, continuing from its signing record, which is outside the database. One process at a time also signs (a lease
 * in the database), and only trees that it has verified as a continuation of that record. Every verifier also re-reads
 * all blocks continuously, against the signed checkpoints, to detect tampering.
 *
 * A chain that contradicts the record is a conflict. It is recorded too, so it survives restarts, and nothing is signed
 * until an operator clears it.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { database, client, signer, recordFile, monotonic, peers = NO_PEERS } = { monotonic: now, ...options };
  const holder = randomUUID();
  const scrubber = createScrubber({ database, client, firstKey: signer.firstKey });
  const guardTables = createTableGuard(client);
  /** As last read or written. Undefined before the first tick. */
  let record: SigningRecord | undefined;
  /** Continues from `record` and never shrinks. */
  let verified: VerifiedPrefix | undefined;
  /** The steps of the blocks between the last checkpoint in the database and `verified`. */
  let unsaved: readonly UnsavedStep[] = [];
  let frontFault: ChainFault | undefined;
  /** While the tables differ from the migrations, none of their content is trusted or recorded. */
  let tableFault: ChainFault | undefined;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let leading = false;
  const seen = createSeenHeads(monotonic);
  const judge = createPeerJudge({ ...options, watch: peers, monotonic });

  async function tick(): Promise<boolean> {
    record ??= await readRecord(recordFile);
    verified ??= record.published;
    const led = leading;
    tableFault = await guardTables();
    leading = tableFault === undefined && (await takeLease(database, holder));
    if (tableFault !== undefined) return false;
    await peers.refresh(leading && !led);
    const more = await verifyNew(record, verified);
    await scrubber.read(SCRUB_LENGTH);
    await keepConflict(scrubber.fault());
    if (leading) await writeVerdict(database, fault());
    return more;
  }

  const fault = () => record?.conflict ?? tableFault ?? scrubber.fault() ?? frontFault;

  async function keepConflict(found: ChainFault | undefined): Promise<void> {
    if (found?.conflict === true) record = await recordFile.recordConflict(found);
  }

  async function verifyNew(known: SigningRecord, from: VerifiedPrefix): Promise<boolean> {
    if (known.conflict !== undefined) return false;
    // Blocks that cannot be signed are not verified ahead: they would have to stay in memory until they can.
    const signs = leading && scrubber.fault() === undefined && judge.admits();
    const trees = peers.trees();
    const followed = await followChain({ ...options, firstKey: signer.firstKey }, known, from, signs, trees);
    const step = await judge.compare(known, from, followed, trees);
    if ('fault' in step) {
      frontFault = step.fault;
      await keepConflict(step.fault);
      return false;
    }
    const { prefix, covered, keys } = step;
    const size = sizeOf(prefix);
    // Without the right to sign, the blocks after the last checkpoint were not read again.
    if (frontFault !== undefined && (signs || frontFault.index < size)) frontFault = undefined;
    seen.add(step.head);
    const altered = await seen.check(database, step);
    await keepConflict(altered);
    if (altered !== undefined) return false;
    verified = prefix;
    // The signer of the last checkpoint has stored the blocks that it covers.
    unsaved = size <= covered ? [] : prefix === from ? unsaved : [...unsaved, step];
    if (size === covered && covered > sizeOf(known.published))
      record = await recordFile.advance({ published: prefix, signed: prefix });
    const more = size < (signs ? step.head.length : covered);
    const due = !more || monotonic() - publishedAt >= PUBLISH_INTERVAL_MILLISECONDS;
    if (signs && due && size > covered && size >= largestOf(trees) && signsAt(keys, signer.key, prefix.range.size))
      await publish(prefix);
    return more;
  }

  /** Signs `prefix`. The record is on disk before the checkpoint is visible. */
  async function publish(prefix: VerifiedPrefix): Promise<void> {
    if (record === undefined) return;
    record = await recordFile.advance({ published: record.published, signed: prefix });
    // Another process that shares the data folder has recorded a conflict or a larger tree.
    if (record.conflict !== undefined || record.signed.range.size !== prefix.range.size) return;
    await publishTree(database, signer, prefix, unsaved);
    record = { ...record, published: prefix };
    unsaved = [];
    publishedAt = monotonic();
  }

  return {
    tick,
    appended: seen.add,
    leads: () => leading,
    finding: () => ({
      verifiedLength: verified === undefined ? 0 : sizeOf(verified),
      fault: fault(),
      confirmed: seen.waiting() < PATIENCE_MILLISECONDS,
      peers: { unreachable: peers.unreachable(), awaited: leading && !judge.admits() },
    }),
    recordConflict: (found) => keepConflict({ ...found, conflict: true }),
    async scrubAll() {
      await scrubber.readAll(RUN_LENGTH_MAX);
      await keepConflict(scrubber.fault());
      await writeVerdict(database, fault());
    },
    async stop() {
      if (record !== undefined) await recordFile.settle(record.published);
      await releaseLease(database, holder);
    },
  };
}

const now = () => performance.now();

async function readRecord(file: SigningRecordFile): Promise<SigningRecord> {
  const record = await file.read();
  if (record === undefined) throw new Error(`The signing record ${file.path} is missing.`);
  return record;
}

/**
 * Reports whether this key signs over `size` blocks. No key does between the last checkpoint of an old key and the
 * block that replaced that key.
 */
function signsAt(keys: LogKeys, own: VerifierKey, size: bigint): boolean {
  const vkey = formatVerifierKey(own);
  const isOwn = (key: VerifierKey | undefined) => key !== undefined && formatVerifierKey(key) === vkey;
  if (isOwn(keyAtSize(keys, size))) return true;
  if (isOwn(keys.at(-1)?.key)) return false;
  throw new Error(
    `The ledger's key was changed, but this process signs as ${vkey}. Restart the server with the new key.`,
  );
}

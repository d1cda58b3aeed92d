import { randomUUID } from 'node:crypto';
import { formatVerifierKey, keyAtSize, type LogKeys, type VerifierKey } from '@cairn/ledger-proof';
import type pg from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { indexHashes, readHead } from '../blocks.ts';
import { readCheckpoint, signCheckpoint, storeCheckpoint } from '../checkpoints.ts';
import { followLogKeys, openCheckpoint } from '../log-keys.ts';
import type { LedgerSigner } from '../signing-key.ts';
import { storeNodes, type TileNode } from '../tiles.ts';
import { type ChainFault, notSigned } from './check-blocks.ts';
import { findFaultAtEnd } from './check-end.ts';
import { extendPrefix } from './extend-prefix.ts';
import { createScrubber } from './scrubber.ts';
import {
  EMPTY_PREFIX,
  endsAtStoredBlock,
  parsePrefix,
  readVerifierRecord,
  releaseLease,
  rootOf,
  takeLease,
  type VerifiedPrefix,
  writePrefix,
  writeVerdict,
} from './verifier-state.ts';

export type Verifier = {
  /**
   * Verifies new blocks and signs a checkpoint over them, then re-reads some older ones. Returns true if more is
   * waiting.
   */
  tick(): Promise<boolean>;
  /** Reports whether this verifier holds the lease. */
  leads(): boolean;
  /** Re-reads the whole chain once, from block 0, as ticks do over time. */
  scrubAll(): Promise<void>;
  stop(): Promise<void>;
};

/** Minimum interval between checkpoints while the log grows. */
const PUBLISH_INTERVAL_MILLISECONDS = 1000;

/** Blocks read at a time. It bounds the memory of a tick. */
const RUN_LENGTH = 16_384;
const SCRUB_LENGTH = 4_096;

/**
 * The background verifier of a ledger. Only one process at a time verifies (a lease in the database). It checks each
 * new block before it signs a checkpoint over it, so nothing unverified is ever signed. It also re-reads all blocks
 * continuously, against the signed checkpoints, to detect tampering.
 */
export function createVerifier(options: { database: Database; client: pg.Client; signer: LedgerSigner }): Verifier {
  const { database, client, signer } = options;
  const holder = randomUUID();
  const scrubber = createScrubber({ database, client, firstKey: signer.firstKey });
  let verified: VerifiedPrefix | undefined;
  let unsavedNodes: TileNode[] = [];
  let unsavedLeaves: { first: number; leaves: Buffer }[] = [];
  let frontFault: ChainFault | undefined;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let leading = false;

  async function tick(): Promise<boolean> {
    leading = await takeLease(database, holder);
    if (!leading) {
      verified = undefined;
      return false;
    }
    const more = await verifyNew();
    await scrubber.read(SCRUB_LENGTH);
    await writeVerdict(database, scrubber.fault() ?? frontFault);
    return more;
  }

  async function verifyNew(): Promise<boolean> {
    const [head, last] = await Promise.all([readHead(database), readCheckpoint(database)]);
    frontFault = await findFaultAtEnd(database, last?.size ?? 0);
    if (frontFault !== undefined) return false;
    const keys = await followLogKeys(database, signer.firstKey, head.length);
    if ('fault' in keys) {
      frontFault = keys.fault;
      return false;
    }
    const start = verified ?? (await loadPrefix(keys, last));
    if ('fault' in start) {
      frontFault = start.fault;
      return false;
    }
    verified = start;
    const size = Number(verified.range.size);
    if (head.length > size) {
      const extended = await extendPrefix(client, verified, Math.min(head.length, size + RUN_LENGTH), [], 0n);
      if ('fault' in extended) {
        frontFault = extended.fault;
        return false;
      }
      verified = extended.prefix;
      unsavedNodes.push(...extended.nodes);
      unsavedLeaves.push({ first: size, leaves: extended.leaves });
    }
    const more = head.length > Number(verified.range.size);
    const due = !more || performance.now() - publishedAt >= PUBLISH_INTERVAL_MILLISECONDS;
    const news = Number(verified.range.size) > (last?.size ?? 0) && scrubber.fault() === undefined;
    if (due && news && signsAt(keys, signer.key, verified.range.size)) await publish(verified);
    return more;
  }

  async function publish(prefix: VerifiedPrefix): Promise<void> {
    const note = await signCheckpoint(signer, { size: prefix.range.size, root: rootOf(prefix) });
    await database.transaction().execute(async (tx) => {
      await storeNodes(tx, unsavedNodes);
      for (const { first, leaves } of unsavedLeaves) await indexHashes(tx, first, leaves);
      await storeCheckpoint(tx, Number(prefix.range.size), note);
      await writePrefix(tx, prefix);
    });
    unsavedNodes = [];
    unsavedLeaves = [];
    publishedAt = performance.now();
  }

  /**
   * Returns the saved prefix if it leads to the signed root and the stored last block, otherwise the empty prefix. The
   * root does not cover the link to the last block: with a forged link, a tail that follows no block would be signed.
   */
  async function loadPrefix(
    keys: LogKeys,
    last: { size: number; note: string } | undefined,
  ): Promise<VerifiedPrefix | { fault: ChainFault }> {
    unsavedNodes = [];
    unsavedLeaves = [];
    if (last === undefined) return EMPTY_PREFIX;
    const signed = await openCheckpoint(keys, last.note).catch(() => undefined);
    if (signed === undefined) return { fault: notSigned(last.size, 0) };
    const saved = parsePrefix((await readVerifierRecord(database)).state);
    const holds =
      saved !== undefined && saved.range.size === signed.size && Buffer.from(rootOf(saved)).equals(signed.root);
    return holds && (await endsAtStoredBlock(database, saved)) ? saved : EMPTY_PREFIX;
  }

  return {
    tick,
    leads: () => leading,
    async scrubAll() {
      await scrubber.readAll(RUN_LENGTH);
      await writeVerdict(database, scrubber.fault() ?? frontFault);
    },
    stop: () => releaseLease(database, holder),
  };
}

/**
 * Reports whether this key signs over `size` blocks. No key does between the last checkpoint of an old key and the
 * block that replaced it.
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

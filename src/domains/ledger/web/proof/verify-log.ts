import {
  type Checkpoint,
  followKeys,
  formatVerifierKey,
  fromHex,
  type LogKeys,
  type Block as ProvenBlock,
  parseGenesis,
  toHex,
  verifyBlock,
  verifyCheckpointByKeys,
  verifyConsistency,
} from '@cairn/ledger-proof';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { formatDay } from '#platform/web/format-time.ts';
import { attempt, type ProofCheck } from './proof-check.ts';
import type { ProofSource } from './proof-source.ts';
import type { TrustMemory } from './trusted-log.ts';

/** Whether the log as a whole is trustworthy: its key, its signature, and that it only grew since the last visit. */
export type LogCheck = { readonly checkpoint: Checkpoint | undefined; readonly checks: readonly ProofCheck[] };

/**
 * Checks a signed checkpoint: block 0 declares the key that this browser has trusted since its first visit; the
 * published key is that one, or follows from it by signed announcements; the key for its size signed it; and the tree
 * extends that of the last checkpoint seen here. Only a checkpoint that passes everything is stored.
 */
export async function verifyLog(note: string, source: ProofSource, memory: TrustMemory): Promise<LogCheck> {
  const known = memory.read();
  const { keys, check: keyCheck } = await checkKeys(source, known);
  const first = keys?.[0]?.key;
  if (keys === undefined || first === undefined) return { checkpoint: undefined, checks: [keyCheck] };
  let checkpoint: Checkpoint | undefined;
  const signature = await attempt('signature', async () => {
    ({ checkpoint } = await verifyCheckpointByKeys(note, keys));
    return `That key signed the checkpoint over ${formatCounted(checkpoint.size, 'block')}.`;
  });
  const checks = [keyCheck, signature];
  if (checkpoint === undefined) return { checkpoint, checks };
  const head = checkpoint;
  checks.push(await attempt('growth', () => checkGrowth(head, source, known)));
  if (checks.every((check) => check.holds)) {
    memory.write({
      verifierKey: formatVerifierKey(first),
      currentKey: formatVerifierKey(keys.at(-1)?.key ?? first),
      size: Math.max(Number(head.size), 1),
      root: toHex(head.root),
      since: known?.since ?? Date.now(),
    });
  }
  return { checkpoint, checks };
}

async function checkKeys(source: ProofSource, known: ReturnType<TrustMemory['read']>) {
  let keys: LogKeys | undefined;
  const check = await attempt('key', async () => {
    const [genesis, served, announced] = await Promise.all([source.block(0), source.verifierKey(), source.keyBlocks()]);
    const block = genesis as unknown as ProvenBlock;
    verifyBlock(block);
    const declared = parseGenesis(block).key;
    const text = formatVerifierKey(declared);
    if (known !== undefined && known.verifierKey !== text) {
      throw new Error(
        'The key is not the one that this browser trusted before. Either the ledger was recreated, or someone replaced it.',
      );
    }
    const followed = await followKeys(declared, announced as unknown as ProvenBlock[]);
    const current = followed.at(-1)?.key ?? declared;
    if (formatVerifierKey(current) !== served)
      throw new Error(`The chain leads to the key ${nameOf(current)}, but the server publishes another one.`);
    if (known?.currentKey !== undefined && !followed.some(({ key }) => formatVerifierKey(key) === known.currentKey))
      throw new Error(
        'The server now hides a signing key that this browser saw before. Someone may be using an older key.',
      );
    keys = followed;
    const origin =
      followed.length === 1
        ? `The key ${nameOf(current)} is the one that block 0 declares`
        : `The key ${nameOf(current)} follows from the one that block 0 declares, each signed by the previous one`;
    return known === undefined
      ? `${origin}. This browser trusts it from now on.`
      : `${origin}, which this browser has trusted since ${formatDay(known.since)}.`;
  });
  return { keys, check };
}

/** Returns the parts that people compare: the name and the fingerprint. */
const nameOf = (key: Parameters<typeof formatVerifierKey>[0]) =>
  formatVerifierKey(key).split('+').slice(0, 2).join('+');

async function checkGrowth(head: Checkpoint, source: ProofSource, known: ReturnType<TrustMemory['read']>) {
  if (known === undefined) return 'First visit: this browser stores the checkpoint to compare with next time.';
  const newSize = Number(head.size);
  if (newSize < known.size) {
    throw new Error(
      `The log had ${formatCounted(known.size, 'block')} at the last visit, and the signed checkpoint covers only ${formatCount(newSize)}.`,
    );
  }
  const { hashes } = known.size === newSize ? { hashes: [] } : await source.consistency(known.size, newSize);
  verifyConsistency({
    oldSize: BigInt(known.size),
    oldRoot: fromHex(known.root),
    newSize: head.size,
    newRoot: head.root,
    proof: hashes.map((hash) => fromHex(hash)),
  });
  return known.size === newSize
    ? `The checkpoint is the one this browser saw before.`
    : `It extends the ${formatCounted(known.size, 'block')} of the checkpoint this browser saw before, unchanged.`;
}

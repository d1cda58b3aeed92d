import {
  type Checkpoint,
  formatVerifierKey,
  fromHex,
  type Block as ProvenBlock,
  parseGenesis,
  toHex,
  type VerifierKey,
  verifyBlock,
  verifyCheckpoint,
  verifyConsistency,
} from '@cairn/ledger-proof';
import { attempt, type ProofCheck } from './proof-check.ts';
import type { ProofSource } from './proof-source.ts';
import type { TrustMemory } from './trusted-log.ts';

/** Whether the log as a whole can be relied on: its key, its signature, and that it only grew since the last visit. */
export type LogCheck = { readonly checkpoint: Checkpoint | undefined; readonly checks: readonly ProofCheck[] };

/**
 * Checks a signed checkpoint: the key is the one that block 0 declares, that the server publishes, and that this browser
 * has trusted since its first visit; it signed; and the tree contains the one of the last checkpoint seen here, unchanged.
 * Only a checkpoint that passes all of it is remembered.
 */
export async function verifyLog(note: string, source: ProofSource, memory: TrustMemory): Promise<LogCheck> {
  const known = memory.read();
  const { key, check: keyCheck } = await checkKey(source, known);
  if (key === undefined) return { checkpoint: undefined, checks: [keyCheck] };
  let checkpoint: Checkpoint | undefined;
  const signature = await attempt('signature', async () => {
    ({ checkpoint } = await verifyCheckpoint(note, { logKey: key }));
    return `That key signed the checkpoint over ${count(checkpoint.size)} blocks.`;
  });
  const checks = [keyCheck, signature];
  if (checkpoint === undefined) return { checkpoint, checks };
  const head = checkpoint;
  checks.push(await attempt('growth', () => checkGrowth(head, source, known)));
  if (checks.every((check) => check.holds)) {
    memory.write({
      verifierKey: formatVerifierKey(key),
      size: Math.max(Number(head.size), 1),
      root: toHex(head.root),
      since: known?.since ?? Date.now(),
    });
  }
  return { checkpoint, checks };
}

async function checkKey(source: ProofSource, known: ReturnType<TrustMemory['read']>) {
  let key: VerifierKey | undefined;
  const check = await attempt('key', async () => {
    const [genesis, served] = await Promise.all([source.block(0), source.verifierKey()]);
    const block = genesis as unknown as ProvenBlock;
    verifyBlock(block);
    const declared = parseGenesis(block).key;
    const text = formatVerifierKey(declared);
    const name = text.split('+').slice(0, 2).join('+');
    if (text !== served) throw new Error(`Block 0 declares the key ${name}, but the server publishes another one.`);
    if (known !== undefined && known.verifierKey !== text) {
      throw new Error(
        'The key is not the one that this browser has trusted. Either the ledger was started anew, or somebody replaced it.',
      );
    }
    key = declared;
    return known === undefined
      ? `The key ${name} is the one that block 0 declares. This browser trusts it from now on.`
      : `The key ${name} is the one that this browser has trusted since ${new Date(known.since).toLocaleDateString()}.`;
  });
  return { key, check };
}

async function checkGrowth(head: Checkpoint, source: ProofSource, known: ReturnType<TrustMemory['read']>) {
  if (known === undefined) return 'First visit: the checkpoint is remembered here, to compare with next time.';
  const newSize = Number(head.size);
  if (newSize < known.size) {
    throw new Error(
      `The log had ${count(known.size)} blocks at the last visit, and now signs for ${count(newSize)} only.`,
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
    ? `The checkpoint is the one that this browser saw before.`
    : `It begins with the ${count(known.size)} blocks of the checkpoint that this browser saw before, unchanged.`;
}

function count(value: number | bigint): string {
  return value.toLocaleString();
}

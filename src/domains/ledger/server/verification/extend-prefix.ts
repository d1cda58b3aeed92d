import { createTreeAccumulator, type TreeHead } from '@cairn/ledger-proof';
import type pg from 'pg';
import { counted } from '#platform/contract/counted.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { isStoredNode, type TileNode } from '../tiles.ts';
import { type ChainFault, linkFault } from './check-blocks.ts';
import { checkRun } from './check-run.ts';
import type { VerifiedPrefix } from './verified-prefix.ts';

export type Extension =
  | {
      readonly prefix: VerifiedPrefix;
      readonly nodes: readonly TileNode[];
      readonly leaves: Buffer;
      readonly fulfilled: bigint;
    }
  | { readonly fault: ChainFault };

/**
 * Verifies the stored blocks from the end of `prefix` to `end`, and extends the prefix. The tree must agree with each
 * of `heads` (checked checkpoints, ascending). Otherwise the fault names the first block that no agreeing head covers;
 * `fulfilled` is the size of the last agreeing one.
 */
export async function extendPrefix(
  client: pg.Client,
  prefix: VerifiedPrefix,
  end: number,
  heads: readonly TreeHead[],
  fulfilled: bigint,
): Promise<Extension> {
  const first = Number(prefix.range.size);
  const run = await checkRun(client, first, end, 'leaves');
  if ('fault' in run) return run;
  const unlinked = linkFault(run, prefix.link);
  if (unlinked !== undefined) return { fault: unlinked };

  const nodes: TileNode[] = [];
  const tree = createTreeAccumulator({
    from: prefix.range,
    sha256: nodeSha256,
    onNode: (node, hash) => {
      if (isStoredNode(node)) nodes.push({ node, hash: hash.slice() });
    },
  });
  const pending = [...heads];
  const leaves = run.leaves ?? Buffer.alloc(0);
  let agreed = fulfilled;
  for (let at = 0; at < leaves.length; at += 32) {
    tree.append(Uint8Array.prototype.slice.call(leaves, at, at + 32));
    for (let head = pending[0]; head !== undefined && head.size === tree.size; head = pending[0]) {
      if (!Buffer.from(tree.root()).equals(head.root)) return { fault: rewritten(agreed, head.size) };
      agreed = head.size;
      pending.shift();
    }
  }
  return { prefix: { range: tree.snapshot(), link: run.last }, nodes, leaves, fulfilled: agreed };
}

/** Returns the fault of an intact chain that differs from the signed one. */
export function rewritten(agreed: bigint, signed: bigint): ChainFault {
  return {
    index: Number(agreed),
    message:
      `Block ${agreed.toLocaleString('en-US')} or one after it was rewritten: the chain is not the one that the ` +
      `checkpoint over ${counted(signed, 'block')} signed.`,
    conflict: true,
  };
}

import { type Block, GENESIS_PREV_HASH, sealBlock } from '../src/block.ts';
import { canonicalJson } from '../src/canonical-json.ts';
import { formatCheckpoint, type TreeHead } from '../src/checkpoint.ts';
import { fromHex } from '../src/encoding/hex.ts';
import type { StoredBlock } from '../src/log/log-verifier.ts';
import { createTreeAccumulator } from '../src/merkle/tree-accumulator.ts';
import { createNoteSigner, signNote } from '../src/note/sign-note.ts';
import { formatVerifierKey } from '../src/note/verifier-key.ts';
import { fastSha256 } from './trees.ts';

export const origin = 'ledger.example/cairn';
export const logSigner = createNoteSigner(origin, new Uint8Array(32).fill(1));
export const witness = createNoteSigner('witness.example/w1', new Uint8Array(32).fill(2), 'cosignature/v1');
export const otherWitness = createNoteSigner('witness.example/w2', new Uint8Array(32).fill(3), 'cosignature/v1');

/** Returns a valid log of `length` blocks, the first being a genesis. */
export function sampleBlocks(length: number): Block[] {
  const publicKey = formatVerifierKey(logSigner.key);
  const blocks: Block[] = [];
  for (let index = 0; index < length; index++) {
    const data =
      index === 0
        ? { action: 'genesis', origin, publicKey, format: 'cairn/1' }
        : { action: 'asset_moved', asset: `A-${index}`, note: 'Weiß → grün 🌿', quantity: index / 4 };
    const prev_hash = blocks.at(-1)?.hash ?? GENESIS_PREV_HASH;
    blocks.push(sealBlock({ index, timestamp: 1_700_000_000 + (index >> 1), prev_hash, data }, fastSha256));
  }
  return blocks;
}

/** Returns the same blocks as the database stores them. */
export function stored(blocks: readonly Block[]): StoredBlock[] {
  return blocks.map(({ data, ...block }) => ({ ...block, dataText: canonicalJson(data) }));
}

/** Returns size and root of the log over these blocks. */
export function headOf(blocks: readonly Block[]): TreeHead {
  const tree = createTreeAccumulator({ sha256: fastSha256 });
  for (const block of blocks) tree.append(fromHex(block.hash));
  return { size: tree.size, root: tree.root() };
}

/** Returns the signed checkpoint of the log over these blocks. */
export function signedCheckpoint(blocks: readonly Block[]): Promise<string> {
  return signNote(formatCheckpoint({ origin, ...headOf(blocks) }), [logSigner]);
}

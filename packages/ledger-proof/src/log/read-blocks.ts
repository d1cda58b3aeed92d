import { type Block, parseEntry } from '../block.ts';
import { defaultSha256, type Sha256 } from '../crypto.ts';
import { type ReadBundle, readEntries } from '../tiles/entry-bundle.ts';

/**
 * Yields the blocks of a log of `size` blocks from its entry bundles, in order, for `verifyLog`.
 * Computes their hashes from the entries, so only a checkpoint can prove that they are the right blocks.
 * @throws ProofError `entry_malformed`, `tile_malformed` or `size_out_of_range`; errors of `readBundle` pass through
 */
export async function* readBlocks(
  size: bigint,
  readBundle: ReadBundle,
  sha256: Sha256 = defaultSha256,
): AsyncGenerator<Block> {
  for await (const entry of readEntries(size, readBundle)) {
    const { dataText: _, ...block } = parseEntry(entry, sha256);
    yield block;
  }
}

import { parseEntry } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { type BlockStory, describeBlock, type Fact } from './describe-block.ts';

/** What an evidence sheet is made of: only what is proven, by a proof that was verified before. */
export type EvidenceSource = {
  readonly title: string;
  readonly origin: string;
  /** URL of the record, if the server has a public URL. */
  readonly link: string | undefined;
  /** The entries of the blocks shown, ascending: the exact bytes that were hashed. At least one. */
  readonly entries: readonly Uint8Array[];
  /** The number of blocks that the checkpoint covers. */
  readonly signedBlocks: number;
  readonly checkpoint: readonly Fact[];
  readonly witnesses: readonly Fact[];
  readonly keys: readonly Fact[];
  readonly proof: { readonly name: string; readonly text: string; readonly sha256: string };
  /** The `after` of the next sheet, if there are more blocks. */
  readonly next: number | undefined;
};

/** The content of an evidence sheet. */
export type Evidence = Omit<EvidenceSource, 'entries'> & {
  readonly stories: readonly BlockStory[];
  /** When the last block was recorded. */
  readonly date: Date;
};

/** Describes the blocks of a sheet. */
export function describeEvidence({ entries, ...source }: EvidenceSource): Evidence {
  const blocks = entries.map((entry) => parseEntry(entry, nodeSha256));
  return {
    ...source,
    stories: blocks.map(({ dataText: _, ...block }) => describeBlock(block)),
    date: new Date(present(blocks.at(-1), 'evidence covers at least one block').timestamp * 1000),
  };
}

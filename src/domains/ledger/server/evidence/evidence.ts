import { parseEntry } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import type { Cairn } from './cairn-picture.ts';
import { type BlockStory, describeBlock, type Fact } from './describe-block.ts';
import { describeCorrection } from './describe-correction.ts';
import type { Doubt } from './doubts.ts';

/** A table at the top of a sheet. */
export type SheetTable = {
  readonly heading: string;
  readonly head: readonly string[];
  /** Shares of the page's width. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly string[])[];
};

/** The subject of a sheet, in addition to the blocks that it proves. */
export type SheetSubject = {
  /** The kind of document, in its letterhead. */
  readonly form: 'Evidence sheet' | 'Recall report';
  readonly title: string;
  /**
   * The statement before the proof, and its continuation if there are no doubts. Without it, the sheet states that its
   * blocks are unchanged.
   */
  readonly statement?: { readonly text: string; readonly unlessDoubted: string; readonly basis: string } | undefined;
  readonly tables?: readonly SheetTable[];
  /** The asset that the sheet is about. */
  readonly cairn?: Cairn | undefined;
  /** Limits of the sheet, and omissions. */
  readonly notes?: readonly string[];
  /** The query of the next sheet before `after=`. */
  readonly nextQuery?: string;
};

/** The source of an evidence sheet: only facts of blocks whose proof was verified. */
export type EvidenceSource = SheetSubject & {
  readonly origin: string;
  /** When it was generated, in milliseconds. */
  readonly made: number;
  /** Reasons why it is not reliable. */
  readonly doubts: readonly Doubt[];
  /** The name of the asset, and the block that states it. */
  readonly named: { readonly name: string; readonly by: number } | undefined;
  /** The status, place and holder of the asset according to the blocks of the sheet, if it has them from the first on. */
  readonly standing:
    | { readonly status: string; readonly place: string | undefined; readonly holder: string | undefined }
    | undefined;
  /** The anomalies of each step as text, by block; only if the sheet has the steps from the first one. */
  readonly anomalies: readonly (readonly [index: number, anomalies: readonly string[]])[];
  /** URL of the record, if the server has a public URL. */
  readonly link: string | undefined;
  /** The blocks shown, ascending. At least one. */
  readonly shown: readonly number[];
  /** The entries of the blocks shown and of those that correct them, ascending: the exact bytes that were hashed. */
  readonly entries: readonly Uint8Array[];
  /** The blocks shown that were corrected, each with the block that corrects it. It counts only if it is `proven`. */
  readonly corrections: readonly { readonly index: number; readonly by: number; readonly proven: boolean }[];
  /** The number of blocks that the checkpoint covers. */
  readonly signedBlocks: number;
  /** Blocks of the sheet's subject that no checkpoint covers yet. They are not proven. */
  readonly unsigned: readonly number[];
  readonly checkpoint: readonly Fact[];
  readonly witnesses: readonly Fact[];
  readonly keys: readonly Fact[];
  readonly proof: { readonly name: string; readonly text: string; readonly sha256: string };
  /** The block after which the next sheet continues, if there are more. */
  readonly next: number | undefined;
};

/** A sheet that exists. Its `key` changes whenever its content would, except for the time of generation. */
export type FoundSheet = {
  readonly key: string;
  /** The name of its files, without an extension. */
  readonly name: string;
  /** The `after` of the next sheet, if there are more blocks. */
  readonly next: number | undefined;
  /** @throws AppError `ledger.no_checkpoint`, or the reason of `signal` if the caller has disconnected */
  read(signal: AbortSignal): Promise<EvidenceSource>;
};

/** The content of an evidence sheet. */
export type Evidence = Omit<EvidenceSource, 'entries' | 'shown' | 'corrections'> & {
  readonly stories: readonly BlockStory[];
  /** Whether the blocks are about several assets. */
  readonly namesAssets: boolean;
  /** The corrected blocks, each with the correcting block and the current values. */
  readonly corrections: readonly Fact[];
  /** When the last block was recorded. */
  readonly date: Date;
};

/** Describes the blocks of a sheet. */
export function describeEvidence({ entries, shown, corrections, ...source }: EvidenceSource): Evidence {
  const blocks = new Map(
    entries.map((entry) => {
      const { dataText: _, ...block } = parseEntry(entry, nodeSha256);
      return [block.index, block];
    }),
  );
  const correctedBy = new Map(corrections.flatMap(({ index, by, proven }) => (proven ? [[index, by]] : [])));
  const anomaliesOf = new Map(source.anomalies);
  const stories = shown.flatMap((index) => {
    const block = blocks.get(index);
    return block === undefined ? [] : [describeBlock(block, correctedBy.get(index), anomaliesOf.get(index))];
  });
  const last = present(
    blocks.get(present(stories.at(-1), 'evidence covers at least one block').index),
    'it was described',
  );
  return {
    ...source,
    stories,
    namesAssets: new Set(stories.map(({ line }) => line.asset)).size > 1,
    corrections: corrections.flatMap(({ index, by }) => {
      const block = blocks.get(index);
      return block === undefined ? [] : [describeCorrection(block, { index: by, block: blocks.get(by) })];
    }),
    date: new Date(last.timestamp * 1000),
  };
}

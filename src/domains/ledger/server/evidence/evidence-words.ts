import type { BlockStory } from './describe-block.ts';
import type { Evidence } from './evidence.ts';

/** Returns the table of blocks, for both formats. `marks` has what stands below the first cell of a row. */
export function blockTable({ stories, namesAssets }: Evidence) {
  const columns = [
    ...(namesAssets ? [{ name: 'Asset', width: 18, cell: ({ line }: BlockStory) => line.asset }] : []),
    { name: 'What', width: 15, cell: ({ line }: BlockStory) => line.what },
    { name: 'Who', width: namesAssets ? 15 : 18, cell: ({ line }: BlockStory) => line.who },
    { name: 'Recorded by', width: namesAssets ? 13 : 15, cell: ({ line }: BlockStory) => line.recordedBy },
    { name: 'Where', width: namesAssets ? 16 : 20, cell: ({ line }: BlockStory) => line.where },
    { name: 'Happened', width: 15, cell: ({ line }: BlockStory) => line.happened },
    { name: 'Recorded', width: 15, cell: ({ line }: BlockStory) => line.recorded },
    { name: 'Block', width: 8, cell: ({ index }: BlockStory) => index.toLocaleString('en-US') },
  ];
  return {
    head: columns.map(({ name }) => name),
    widths: columns.map(({ width }) => width),
    rows: stories.map((story) => columns.map(({ cell }) => cell(story))),
    marks: stories.map(({ mark }) => mark),
    struck: stories.map(({ correctedBy }) => correctedBy !== undefined),
  };
}

/** The colors of the logo's stones on paper, from bottom to top. */
export const LOGO_FILLS = ['#8f8880', '#aaa39a', '#17616e'] as const;

/**
 * Names the product that the sheet is about, and where the name comes from: a block that the sheet proves, or else the
 * server's index. Returns undefined for several assets, or one without a name.
 */
export function productWords({ stories, namesAssets, product }: Evidence): string | undefined {
  if (namesAssets) return undefined;
  const named = stories.find(({ name }) => name !== undefined);
  if (named?.name !== undefined) return `${named.name} (as block ${named.index.toLocaleString('en-US')} states)`;
  return product === undefined ? undefined : `${product} (from this server’s index, not proven by this sheet)`;
}

/** The texts that both formats of a sheet share. */
export const evidenceWords = (evidence: Evidence) => ({
  verdict:
    evidence.statement?.text ??
    `${evidence.stories.length === 1 ? 'This block is' : `All ${evidence.stories.length} blocks are`} unchanged and signed`,
  holds: evidence.statement?.holds ?? true,
  basis:
    (evidence.statement === undefined ? '' : `${evidence.statement.basis} `) +
    `Checked when this sheet was made: each block below matches its hash and is one of the ${evidence.signedBlocks.toLocaleString('en-US')} ` +
    `blocks that the ledger ${evidence.origin} signed. Appendix B says how anyone can check that again without us.`,
  checkpoint:
    'The ledger signed this statement over all its blocks. If a single character of a block above changed, the proof would no longer lead to this root.',
  witnesses:
    evidence.witnesses.length === 0
      ? 'No witness has cosigned this checkpoint, so only the ledger itself vouches for showing everyone the same history. Keep this sheet: it commits the ledger to this history.'
      : 'These independent witnesses have seen the ledger grow up to this checkpoint without a changed block.',
  verify: [
    'Get the ledger’s public key from a source other than this sheet: the ledger’s operator, a contract, or an earlier sheet. It must match the key below.',
    `Save the proof as ${evidence.proof.name} and run: npx cairn verify ${evidence.proof.name} --key <the key>. This contacts no server.`,
    'Or use any program for C2SP tlog-proof. The file has one such proof for each block, under one checkpoint. The line “extra” is the base64 of the block’s canonical JSON; SHA-256 of a zero byte and that text is the block’s hash, and the leaf that is proven.',
  ],
  corrected:
    'A corrected event stays in the ledger and no longer counts. The correction is proven in this sheet too, and states what holds instead.',
  unsigned:
    evidence.unsigned.length === 0
      ? undefined
      : `No signed checkpoint covers ${evidence.unsigned.length === 1 ? 'block' : 'blocks'} ${evidence.unsigned.map((index) => index.toLocaleString('en-US')).join(', ')} yet, so this sheet does not prove ${evidence.unsigned.length === 1 ? 'it' : 'them'}. Create the sheet again in a few seconds.`,
  more: 'There is more than fits on this sheet. The next sheet continues where this one ends.',
});

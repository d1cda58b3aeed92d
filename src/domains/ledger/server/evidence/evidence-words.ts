import { counted } from '#platform/contract/counted.ts';
import { type BlockStory, inUtc } from './describe-block.ts';
import type { Evidence } from './evidence.ts';

/** Returns the table of blocks, for both formats. `marks` has the text below the first cell of each row. */
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

/** Names the product that the sheet is about, and the block that states the name. Undefined for one without a name. */
export const productWords = ({ named }: Evidence): string | undefined =>
  named && `${named.name} (as block ${named.by.toLocaleString('en-US')} states)`;

/** States the asset's state according to the blocks of the sheet, if the sheet has them from the first one. */
export function standingWords({ standing, stories, next }: Evidence): string | undefined {
  if (standing === undefined) return undefined;
  const { status, place, holder } = standing;
  const after = next === undefined ? 'According to these blocks' : `After the first ${counted(stories.length, 'step')}`;
  const parts = [
    status,
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(holder === undefined ? [] : [`held by ${holder}`]),
  ];
  return `${after}: ${parts.join(', ')}.`;
}

function verdictWords({ statement, stories, doubts }: Evidence): string {
  const blocks = stories.length === 1 ? 'This block is' : `All ${stories.length} blocks are`;
  const text = statement?.text ?? `${blocks} unchanged and signed`;
  return doubts.length === 0
    ? `${text}${statement?.unlessDoubted ?? ''}`
    : `${text}, but ${doubts.map(({ short }) => short).join(', and ')}`;
}

function basisWords({ statement, doubts, form, made, signedBlocks, origin }: Evidence): string {
  const document = form === 'Recall report' ? 'report' : 'sheet';
  return [
    ...(statement === undefined ? [] : [statement.basis]),
    ...doubts.map(({ reason }) => reason),
    `Made on ${inUtc(new Date(made).toISOString())}. Checked then: each block below matches its hash and is one of the ` +
      `${counted(signedBlocks, 'block')} that the ledger ${origin} signed. Appendix B explains how anyone can check this without us.`,
    `This ${document} proves the blocks it lists. It cannot prove that there are no others.`,
  ].join(' ');
}

/** Names the steps with anomalies. An unchanged block can still have one. */
function anomalyWords({ anomalies }: Evidence): string[] {
  if (anomalies.length === 0) return [];
  const steps = anomalies.map(([index, words]) => `block ${index.toLocaleString('en-US')} (${words.join(', ')})`);
  const does = anomalies.length === 1 ? 'step does' : 'steps do';
  return [`${anomalies.length} ${does} not fit the earlier records: ${steps.join('; ')}.`];
}

function unsignedWords({ unsigned }: Evidence): string[] {
  if (unsigned.length === 0) return [];
  const [blocks, them] = unsigned.length === 1 ? ['block', 'it'] : ['blocks', 'them'];
  const numbers = unsigned.map((index) => index.toLocaleString('en-US')).join(', ');
  return [
    `No signed checkpoint covers ${blocks} ${numbers} yet, so this sheet does not prove ${them}. Create the sheet again in a few seconds.`,
  ];
}

/** The texts that both formats of a sheet share. */
export const evidenceWords = (evidence: Evidence) => ({
  verdict: verdictWords(evidence),
  holds: evidence.doubts.length === 0,
  basis: basisWords(evidence),
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
    'A corrected event stays in the ledger and no longer counts. Its line states the correction, which this sheet also proves unless the line says otherwise.',
  /** Limits of the sheet, and notes that a reader needs in addition to its verdict. */
  notes: [...anomalyWords(evidence), ...(evidence.notes ?? []), ...unsignedWords(evidence)],
  more: 'There is more than fits on this sheet. The next sheet continues where this one ends.',
});

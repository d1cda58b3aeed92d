import type { Evidence } from './evidence.ts';

/** The columns of the table of blocks, in both formats. */
export const TABLE_HEAD = ['What', 'Who', 'Where', 'Happened', 'Recorded', 'Block'] as const;

/** The colors of the logo's stones on paper, from bottom to top. */
export const LOGO_FILLS = ['#8f8880', '#aaa39a', '#17616e'] as const;

/** The texts that both formats of a sheet share. */
export const evidenceWords = (evidence: Evidence) => ({
  verdict: `${evidence.stories.length === 1 ? 'This block is' : `All ${evidence.stories.length} blocks are`} unchanged and signed`,
  basis:
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
  more: 'There are more blocks than fit on this sheet. The next sheet continues after the last block shown here.',
});

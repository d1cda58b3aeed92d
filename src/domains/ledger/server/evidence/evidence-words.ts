import type { Evidence } from './read-evidence.ts';

/** The sentences that both forms of a sheet share. */
export const evidenceWords = (evidence: Evidence) => ({
  what: `What the ledger ${evidence.origin} has recorded, with the proof that it stands there unchanged.`,
  checkpoint:
    'The ledger signed this statement over all its blocks. If a letter of a block above were changed, the proof would not lead to this root.',
  witnesses:
    evidence.witnesses.length === 0
      ? 'No witness has cosigned this checkpoint, so that this ledger shows one history to all rests on its own word. Keep this sheet: it binds the ledger.'
      : 'These independent witnesses have seen the ledger grow up to this checkpoint, without a block changed.',
  verify: [
    'Get the ledger’s public key from somewhere else than this sheet: from the ledger’s operator, a contract, or an earlier sheet. It has to be the one below.',
    `Save the proof as ${evidence.proof.name} and run: npx cairn verify ${evidence.proof.name} --key <the key>. Nothing is asked of any server.`,
    'Or use any program for C2SP tlog-proof: the file is one such proof for each block, under one checkpoint. The line “extra” is the base64 of the block’s canonical JSON; SHA-256 of a zero byte and that text is the block’s hash, and the leaf that is proven.',
  ],
  more: 'There are more blocks than fit this sheet. The next sheet goes on behind the last block shown here.',
});

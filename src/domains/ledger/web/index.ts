/** What the ledger's screens lend to others: the head, the verdict, links to blocks and their proofs. */
export { BlockLink, linkClass } from './block-link.tsx';
export { BlockProof } from './block-proof.tsx';
export { parseBlockReference } from './block-reference.ts';
export { EvidenceLinks } from './evidence-links.tsx';
export { ExplorerSearch } from './explorer-search.ts';
export { readHeadNews, subscribeToHead, useHead } from './head-store.ts';
export { LedgerExplorer } from './ledger-explorer.tsx';
export type { ProofCheck } from './proof-check.ts';
export { verdictQuery } from './queries.ts';
export { VerdictBanner } from './verdict-banner.tsx';
export { verifyJourney } from './verify-journey.ts';

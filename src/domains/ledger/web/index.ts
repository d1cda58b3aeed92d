/** Ledger components that other screens use: the head, the verdict, links to blocks and their proofs. */

export { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
export { AssetLink } from './asset-link.tsx';
export { BlockLink, linkClass } from './block-link.tsx';
export { blockNumber } from './block-number.ts';
export { ExplorerSearch } from './explorer/explorer-search.ts';
export { LedgerExplorer } from './explorer/ledger-explorer.tsx';
export { readHeadNews, subscribeToHead, useHead } from './head-store.ts';
export { BlockProof } from './proof/block-proof.tsx';
export { EvidenceMenu } from './proof/evidence-menu.tsx';
export type { ProofCheck } from './proof/proof-check.ts';
export { hasVerified } from './proof/trusted-log.ts';
export { verifyJourney } from './proof/verify-journey.ts';
export { verdictQuery } from './queries.ts';
export { useVerdict } from './use-verdict.ts';
export { JobsTab } from './validation/jobs-tab.tsx';
export { VerdictBanner } from './validation/verdict-banner.tsx';

import { z } from 'zod';
import { type Block, MAX_INDEX } from '#domains/ledger/contract.ts';
import { declareBlockTypes, findLastAction } from '#domains/ledger/server/index.ts';
import { SECURITY_LOG_DAYS } from '#domains/participants/server/index.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import type { Database } from '#platform/server/database/database.ts';

export const DAY_MILLISECONDS = 86_400_000;

/** The action of a block that anchors the logs outside the chain. */
export const ANCHOR_ACTION = 'audit.logs_anchored';

const EntryId = z.int().min(0).max(MAX_INDEX);
const AnchoredPart = z.strictObject({ after: EntryId, to: EntryId, entries: EntryId, sha256: Sha256Hex });

/** The digests of the entries added to each log since the previous anchor; see `LogDigest`. */
const AnchorData = z.strictObject({
  action: z.literal(ANCHOR_ACTION),
  admin_log: AnchoredPart,
  security_events: AnchoredPart,
});
export type AnchorData = z.infer<typeof AnchorData>;

export const auditBlockTypes = declareBlockTypes('audit', { [ANCHOR_ACTION]: AnchorData });

export type Anchor = { readonly block: Pick<Block, 'index' | 'timestamp'>; readonly data: AnchorData };

/** Yields the anchors on the chain, newest first. One whose content was altered throws; the verifier reports it too. */
export async function* readAnchors(db: Database): AsyncGenerator<Anchor> {
  for (let below: number | undefined; ; ) {
    const block = await findLastAction(db, { domain: 'audit', below }, [ANCHOR_ACTION]);
    if (block === undefined) return;
    yield { block, data: AnchorData.parse(block.data) };
    below = block.index;
  }
}

/** Returns the newest anchor, or undefined before the first. */
export async function readLastAnchor(db: Database): Promise<Anchor | undefined> {
  for await (const anchor of readAnchors(db)) return anchor;
  return undefined;
}

/** Reports whether the security log may lack the entries of an anchor recorded at `timestamp` (seconds). */
export const isExpired = (timestamp: number, now: number): boolean =>
  now - timestamp * 1000 > SECURITY_LOG_DAYS * DAY_MILLISECONDS;

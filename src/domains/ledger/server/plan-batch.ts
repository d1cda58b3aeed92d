import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runTogether } from '#platform/server/database/one-statement.ts';
import type { Appended, Waiting } from './append-queue.ts';
import type { AppendRules } from './append-rules.ts';
import { insertBlocks, moveHead } from './blocks.ts';
import { type Draft, type Head, type SealedBlock, sealBlocks } from './seal-blocks.ts';

/** What becomes of a batch behind `head`: its blocks, and for each of its requests its block or its refusal. */
export type BatchPlan = {
  readonly blocks: readonly SealedBlock[];
  readonly head: Head;
  readonly results: readonly (Appended | { readonly refused: unknown })[];
};

/** The requests of a batch. */
export const requestsOf = <Request>(batch: readonly Waiting<Request>[]) => batch.map((one) => one.request);

/**
 * Writes a planned batch if the chain still ends at `head`; fails with `DID_NOTHING` if not. The head comes first: whoever
 * holds it is waited for with empty hands, so that two writers never deadlock.
 */
export const writeBatch = <Request, State>(
  db: Database,
  rules: AppendRules<Request, State>,
  head: Head,
  state: State,
  plan: BatchPlan,
) => runTogether(db, moveHead(head, plan.head), [insertBlocks(plan.blocks), ...rules.project(state, plan.blocks)]);

/** Judges the requests of a batch one after the other, and seals those that become blocks. */
export function judgeBatch<Request, State>(
  rules: AppendRules<Request, State>,
  head: Head,
  state: State,
  batch: readonly Waiting<Request>[],
  clock: Clock,
): BatchPlan {
  const nowSeconds = Math.floor(clock() / 1000);
  const timestamp = Math.max(nowSeconds, head.timestamp);
  const drafts: Draft[] = [];
  const judged = batch.map(({ request }): number | { refused: unknown } => {
    try {
      const judgement = rules.judge(state, request, { index: head.length + drafts.length, timestamp });
      if ('repeats' in judgement) return judgement.repeats;
      drafts.push(judgement.draft);
      return head.length + drafts.length - 1;
    } catch (refused) {
      return { refused };
    }
  });
  const sealed = sealBlocks(head, drafts, nowSeconds);
  const fresh = new Set<number>();
  const results = judged.map((index) => {
    if (typeof index !== 'number') return index;
    const block = sealed.blocks[index - head.length];
    const isFresh = block !== undefined && !fresh.has(index);
    fresh.add(index);
    return { index, fresh: isFresh, block };
  });
  return { ...sealed, results };
}

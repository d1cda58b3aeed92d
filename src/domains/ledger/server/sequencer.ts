import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { runTogether, type WriteStatement } from '#platform/server/database/one-statement.ts';
import type { Pipeline } from '#platform/server/database/pipeline.ts';
import { createMeasures, type SequencerMeasures } from './append-measures.ts';
import { insertBlocks, lockHead, moveHead, readHead } from './blocks.ts';
import { type Draft, type Head, type SealedBlock, sealBlocks } from './seal-blocks.ts';

/**
 * What a request becomes, judged against what the batch before it left behind: a block of its own, or (`repeats`) the one
 * that an earlier request with the same idempotency key already became.
 */
export type Judgement = { readonly draft: Draft } | { readonly repeats: number };

/** The business's part of an append: what to read for a batch, what to refuse, what to keep besides the blocks. */
export type AppendRules<Request, State> = {
  /** Reads, for all requests together, what `judge` needs. `db` may be a pipeline: start queries together. */
  read(db: Database, requests: readonly Request[]): Promise<State>;
  /** Says what becomes of one request at `index`, and notes its effect in `state` for those behind it. Throws to refuse. */
  judge(state: State, request: Request, at: { index: number; timestamp: number }): Judgement;
  /** The writes that keep projections and idempotency keys in step. They take effect with the blocks, or not at all. */
  project(state: State, blocks: readonly SealedBlock[]): WriteStatement[];
  /** Hears that the writes of a batch are durable. */
  committed(state: State): void;
};

/** The block a request became. `fresh` is false when an earlier request with its idempotency key had made it. */
export type Appended = { readonly index: number; readonly fresh: boolean; readonly block: SealedBlock | undefined };

export type Sequencer<Request> = {
  /** Resolves once the block is durable. Rejects with the rule that was broken, or with `server.unavailable`. */
  append(request: Request): Promise<Appended>;
  readonly measures: () => SequencerMeasures;
  /** Takes nothing more, and resolves when what was taken is answered. */
  stop(): Promise<void>;
};

const BATCH_MAX = 1000;
const WAITING_MAX = 20_000;
const BATCHES_LOCKED_AFTER_CONFLICT = 50;

type Waiting<Request> = {
  readonly request: Request;
  readonly since: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Appends requests in the order of their arrival, in batches: one gathers while the one before it commits, so a busy
 * ledger pays one commit for many blocks and an idle one adds no delay.
 *
 * While this process appends alone, a batch is read, sealed and written without a lock, in two round trips, the second of
 * which is one statement: had the chain grown in between, the blocks' primary key refuses all of it, and the batch is done
 * again behind a lock.
 */
export function createSequencer<Request, State>(options: {
  openPipeline: () => Promise<Pipeline>;
  rules: AppendRules<Request, State>;
  clock: Clock;
  onAppended: (head: Head) => void;
}): Sequencer<Request> {
  const { rules, clock, onAppended } = options;
  const waiting: Waiting<Request>[] = [];
  const measures = createMeasures(clock);
  let pipeline: Promise<Pipeline> | undefined;
  let lockedBatchesLeft = 0;
  let draining: Promise<void> | undefined;
  let stopped = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        await appendBatch(batch);
      } catch (error) {
        for (const one of batch) one.reject(toUnavailable(error));
      }
    }
    draining = undefined;
  }

  async function appendBatch(batch: readonly Waiting<Request>[]): Promise<void> {
    // One that was lost while idle is replaced without anybody noticing.
    if ((await pipeline?.catch(() => undefined))?.isLost()) pipeline = undefined;
    pipeline ??= options.openPipeline();
    let open: Pipeline;
    try {
      open = await pipeline;
      const outcome = lockedBatchesLeft > 0 ? undefined : await attemptAlone(open, batch);
      if (outcome !== undefined) return settle(batch, outcome);
      lockedBatchesLeft = lockedBatchesLeft > 0 ? lockedBatchesLeft - 1 : BATCHES_LOCKED_AFTER_CONFLICT;
      settle(batch, await attemptLocked(open, batch));
    } catch (error) {
      // The connection may be broken or in an unknown state: the next batch begins with a new one.
      const broken = pipeline;
      pipeline = undefined;
      void broken.then((old) => old.end()).catch(() => undefined);
      throw error;
    }
  }

  async function attemptAlone(open: Pipeline, batch: readonly Waiting<Request>[]): Promise<Outcome | undefined> {
    // The head is read first: whatever commits after it makes the insert fail.
    const [head, state] = await Promise.all([readHead(open.db), rules.read(open.db, requestsOf(batch))]);
    const plan = judgeBatch(rules, head, state, batch, clock);
    if (plan.blocks.length === 0) return plan;
    try {
      await writeBatch(open.db, rules, head, state, plan);
      rules.committed(state);
      return plan;
    } catch (error) {
      if (hasSqlState(error, '23505', '40001', '40P01')) return undefined;
      throw error;
    }
  }

  function attemptLocked(open: Pipeline, batch: readonly Waiting<Request>[]): Promise<Outcome> {
    return open.transaction(async (db) => {
      const head = await lockHead(db);
      const state = await rules.read(db, requestsOf(batch));
      const plan = judgeBatch(rules, head, state, batch, clock);
      if (plan.blocks.length > 0) await writeBatch(db, rules, head, state, plan);
      return plan;
    });
  }

  function settle(batch: readonly Waiting<Request>[], outcome: Outcome): void {
    if (outcome.blocks.length > 0) onAppended(outcome.head);
    for (const [position, one] of batch.entries()) {
      const result = outcome.results[position];
      if (result === undefined || 'refused' in result) one.reject(result?.refused);
      else one.resolve(result);
    }
    measures.record(outcome.blocks.length, batch);
  }

  return {
    append(request) {
      if (stopped) return Promise.reject(new AppError(unavailable, 'The server is stopping. Try again in a moment.'));
      if (waiting.length >= WAITING_MAX)
        return Promise.reject(
          new AppError(unavailable, 'More events are waiting than can be taken. Try again in a moment.', {
            retryAfterSeconds: 1,
          }),
        );
      return new Promise<Appended>((resolve, reject) => {
        waiting.push({ request, since: clock(), resolve, reject });
        draining ??= Promise.resolve().then(drain);
      });
    },
    measures: measures.read,
    async stop() {
      stopped = true;
      await draining;
      await pipeline?.then((open) => open.end()).catch(() => undefined);
    },
  };
}

type Outcome = {
  readonly blocks: readonly SealedBlock[];
  readonly head: Head;
  readonly results: readonly (Appended | { readonly refused: unknown })[];
};

const requestsOf = <Request>(batch: readonly Waiting<Request>[]) => batch.map((one) => one.request);

/** The head comes first: whoever holds it is waited for with empty hands, so that two writers never deadlock. */
const writeBatch = <Request, State>(
  db: Database,
  rules: AppendRules<Request, State>,
  head: Head,
  state: State,
  plan: Outcome,
) => runTogether(db, moveHead(head, plan.head), [insertBlocks(plan.blocks), ...rules.project(state, plan.blocks)]);

function judgeBatch<Request, State>(
  rules: AppendRules<Request, State>,
  head: Head,
  state: State,
  batch: readonly Waiting<Request>[],
  clock: Clock,
): Outcome {
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

function toUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(unavailable, 'The ledger could not be written. Nothing was recorded by half; try again.', {
    hint: 'Repeat the request with the same Idempotency-Key: if it did go through, you get the same block.',
    retryAfterSeconds: 1,
    cause: error,
  });
}

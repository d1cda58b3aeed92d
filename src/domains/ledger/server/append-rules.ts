import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { Draft, SealedBlock } from './seal-blocks.ts';

/**
 * What a request becomes, judged against what the batch before it left behind: a block of its own, or (`repeats`) the one
 * that an earlier request with the same idempotency key already became.
 */
export type Judgement = { readonly draft: Draft } | { readonly repeats: number };

/**
 * Where to read what a batch is judged by.
 *
 * `memory`: nobody else has appended since this process last did, and the chain refuses the batch should somebody do so yet.
 * What earlier batches left behind need not be read again, and what the tables themselves refuse when it is there already (a
 * key, a new id) may be taken for new. `memory and keys`: nothing is taken for new, because a request that is refused
 * may be one that was answered before. `tables`: forget what is remembered, and read all of it.
 */
export type ReadFrom = 'memory' | 'memory and keys' | 'tables';

/** The business's part of an append: what to read for a batch, what to refuse, what to keep besides the blocks. */
export type AppendRules<Request, State> = {
  /** Reads, for all requests together, what `judge` needs. `db` may be a pipeline: start queries together. */
  read(db: Database, requests: readonly Request[], from: ReadFrom): Promise<State>;
  /** Says what becomes of one request at `index`, and notes its effect in `state` for those behind it. Throws to refuse. */
  judge(state: State, request: Request, at: { index: number; timestamp: number }): Judgement;
  /** The writes that keep projections and idempotency keys in step. They take effect with the blocks, or not at all. */
  project(state: State, blocks: readonly SealedBlock[]): WriteStatement[];
  /** Hears that the writes of a batch are on their way: later ones are judged as if they had taken effect. */
  expect(state: State): void;
  /** Hears that the writes of a batch are durable. */
  committed(state: State): void;
};

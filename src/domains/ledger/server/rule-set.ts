import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { BlockTypes, Draft } from './block-types.ts';
import type { SealedBlock } from './seal-blocks.ts';

/**
 * The judgment of a request: a new block with an `outcome` for the sender, or (`repeats`) the block that an equal
 * request already became.
 */
export type Judgement<Outcome = unknown> =
  | { readonly draft: Draft; readonly outcome?: Outcome }
  | { readonly repeats: number };

/**
 * The source of the state a batch is judged by.
 *
 * `memory`: this process made the last append, so state from its earlier batches is current. Rows that the tables
 * refuse if they exist (a primary key) may be assumed to be new: if one exists, the statement fails, and the batch is
 * judged again.
 *
 * `tables`: another process may have appended, or a batch was lost. Discard everything in memory and read the tables.
 */
export type ReadFrom = 'memory' | 'tables';

/**
 * The contribution of a domain to an append: the state its requests are judged by, the verdict on each, and the rows
 * that commit together with the blocks.
 *
 * The sequencer calls it from one loop, so no two calls overlap, in the order `read`, `judge` for each request of the
 * domain in arrival order, `prepare`, `project`, `sent`. Then `committed` follows, or the batch is lost and the next
 * `read` is from `tables`. A rule set may keep its state in memory between batches (an order book, recently used rows).
 */
export type RuleSet<Request, State, Outcome = unknown> = {
  readonly types: BlockTypes;
  /**
   * Reads the state that `judge` needs, for all requests of the domain in a batch together. Queries started together
   * are sent together.
   */
  read(db: Database, requests: readonly Request[], from: ReadFrom): Promise<State>;
  /**
   * Judges a request that would become the block at `index`, and records its effect in `state` for later requests.
   * Throws to refuse; a refused request must leave `state` as it was.
   */
  judge(state: State, request: Request, at: { index: number; timestamp: number }): Judgement<Outcome>;
  /**
   * Does slow work after the blocks of the batch are sealed, such as signing the rows that `project` writes. Blocks of
   * all domains wait for it. If it rejects, nothing of the batch is written, and its requests are answered with the
   * reason.
   */
  prepare?(state: State, blocks: readonly SealedBlock[]): Promise<void>;
  /**
   * Returns the writes that commit with the domain's blocks of the batch (at least one). They go to tables that only this
   * domain writes: all writes of a batch are one statement, in which no row may be touched twice.
   */
  project(state: State, blocks: readonly SealedBlock[]): WriteStatement[];
  /** Called when the writes of a batch are in flight. Later batches are judged as if they had taken effect. */
  sent(state: State): void;
  /** Called when the writes of a batch are durable. */
  committed(state: State): void;
};

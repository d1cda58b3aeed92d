import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { hasSqlState } from '#platform/server/database/database.ts';
import type { IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { DID_NOTHING } from '#platform/server/database/one-statement.ts';
import type { Pipeline } from '#platform/server/database/pipeline.ts';
import {
  type AppendMetrics,
  type AppendTrace,
  callersTrace,
  createAppendMetrics,
  markBegun,
  outsideTraces,
  type SettledBatch,
  traceBatch,
} from './append-metrics.ts';
import {
  type Appended,
  type Appender,
  addedOf,
  type Batch,
  judgeBatch,
  type Member,
  toUnavailable,
  writeBatch,
} from './batch.ts';
import { lockHead, readHeadToAppend } from './blocks.ts';
import { LockFallback } from './lock-fallback.ts';
import type { ReadFrom, RuleSet } from './rule-set.ts';
import type { Head } from './seal-blocks.ts';

type Waiting = Member & {
  readonly since: number;
  readonly trace: AppendTrace | undefined;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

type SequencerOptions = {
  readonly openPipeline: () => Promise<Pipeline>;
  readonly clock: Clock;
  /** Called with the new head after each batch that added blocks. */
  readonly onAppended: (head: Head) => void;
  readonly onBatch?: ((batch: SettledBatch) => void) | undefined;
};

/** A batch whose statement was sent. `failure` resolves to undefined once the batch is durable, and never rejects. */
type InFlight = { readonly members: readonly Waiting[]; readonly batch: Batch; readonly failure: Promise<unknown> };

const WAITING_MAX = 20_000;
/** Larger batches leave PostgreSQL idle while Node judges the next one: 384 appended a third more per second than 1,000. */
const BATCH_MAX = 384;
/** With this many requests, half are judged while the other half is written. Below it, a second round trip costs more than it saves. */
const SPLIT_MIN = 64;

/**
 * Appends requests in arrival order, in batches. One batch fills while the previous one commits, so a busy ledger pays
 * one commit for many blocks, and an idle one adds no delay.
 *
 * While only this process appends, a batch is judged by the state that the previous ones will leave, sealed, and
 * written as one statement without a lock. The next one may follow before it is durable. A statement takes effect only
 * on the head its batch was sealed for. If another process appended first, it does nothing; its requests and those of
 * the batches behind it are requeued and written behind the head's row lock, judged from the tables. No request is
 * answered before its batch is durable.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #metrics: ReturnType<typeof createAppendMetrics>;
  /** Accepted requests that are in no batch, in arrival order. `#append` adds, `#takeBatch` removes, `#send` and `#settle` requeue in front. */
  readonly #queue: Waiting[] = [];
  /** Batches sent and not yet answered, oldest first, each sealed behind the previous one. Changed only by `#run` and what it awaits. */
  readonly #inFlight: InFlight[] = [];
  /**
   * The head after the newest batch in flight. Undefined when only the database has it: at the start, and after a
   * failure.
   */
  #head: Head | undefined;
  /** Valid until it breaks, or a batch fails in a way that leaves its state unknown; `#connect` then opens another. */
  #pipeline: Promise<Pipeline> | undefined;
  /** The rule sets whose state in memory is current. `#remember` adds; a lost batch and each locked batch clear it. */
  readonly #current = new Set<RuleSet<unknown, unknown>>();
  readonly #fallback = new LockFallback();
  /** Wakes `#fillsSecondBatch`; does nothing while that is not waiting. */
  #onQueued: () => void = () => undefined;
  /** The running loop. Undefined while nothing is queued or in flight. */
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#metrics = createAppendMetrics(options.clock);
  }

  /** Returns the appender for requests that these rules judge. All appenders share one queue, so no domain waits behind a lock for another. */
  register<Request, State, Outcome>(rules: RuleSet<Request, State, Outcome>): Appender<Request, Outcome> {
    const own = rules as RuleSet<unknown, unknown>;
    return { append: (request, key) => this.#append(own, request, key) as Promise<Appended<Outcome>> };
  }

  metrics(): AppendMetrics {
    return this.#metrics.read();
  }

  /** Refuses new requests, and resolves when every accepted one is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    await this.#pipeline?.then((open) => open.end()).catch(() => undefined);
  }

  #append(rules: RuleSet<unknown, unknown>, request: unknown, key: IdempotencyKey | undefined) {
    if (this.#stopped)
      return Promise.reject(new AppError(unavailable, 'The server is stopping. Try again in a moment.'));
    if (this.#queue.length >= WAITING_MAX)
      return Promise.reject(
        new AppError(unavailable, 'Too many requests are waiting for the ledger. Try again in a moment.', {
          retryAfterSeconds: 1,
        }),
      );
    return new Promise<Appended>((resolve, reject) => {
      this.#queue.push({ rules, request, key, since: this.#options.clock(), trace: callersTrace(), resolve, reject });
      this.#onQueued();
      this.#running ??= outsideTraces(() => Promise.resolve().then(() => this.#run()));
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#inFlight.length > 0) {
      const [oldest] = this.#inFlight;
      if (oldest === undefined || (this.#inFlight.length === 1 && (await this.#fillsSecondBatch(oldest))))
        await this.#send(this.#takeBatch());
      else await this.#settle(oldest);
    }
    this.#running = undefined;
  }

  #takeBatch(): Waiting[] {
    const all = this.#queue.length + (this.#inFlight[0]?.members.length ?? 0);
    return this.#queue.splice(0, Math.min(BATCH_MAX, all < SPLIT_MIN ? this.#queue.length : Math.ceil(all / 2)));
  }

  /** Reports whether enough requests for a batch of about the oldest one's size arrive before that one is durable. */
  async #fillsSecondBatch({ members, failure }: InFlight): Promise<boolean> {
    const enough = Math.min(BATCH_MAX, Math.max(SPLIT_MIN, members.length) / 2);
    if (this.#queue.length >= enough) return true;
    const filled = new Promise<boolean>((resolve) => {
      this.#onQueued = () => {
        if (this.#queue.length >= enough) resolve(true);
      };
    });
    const isFilled = await Promise.race([filled, failure.then(() => false)]);
    this.#onQueued = () => undefined;
    // Callers that were answered together send their next requests together. Waiting one turn of the event loop
    // includes all of them.
    if (isFilled) await new Promise(setImmediate);
    return isFilled;
  }

  async #send(members: readonly Waiting[]): Promise<void> {
    markBegun(members);
    try {
      if (this.#fallback.takesLock() && this.#inFlight.length === 0) return await this.#appendLocked(members);
      const { db } = await this.#connect();
      this.#head ??= await readHeadToAppend(db);
      const batch = await judgeBatch(db, this.#head, members, (rules) => this.#readFrom(rules), this.#options.clock);
      const failure = writeBatch(db, batch).then(() => undefined, asFailure);
      this.#remember(batch);
      this.#inFlight.push({ members, batch, failure });
    } catch (error) {
      const lost = [...(await this.#abandon()), ...members];
      if (hasSqlState(error, UNIQUE_VIOLATION) && this.#fallback.lockedBatchClashed()) this.#queue.unshift(...lost);
      else this.#fail(lost, error);
    }
  }

  /** Appends a batch behind the lock, judged from the tables. Nothing else may be in flight. */
  async #appendLocked(members: readonly Waiting[]): Promise<void> {
    const open = await this.#connect();
    this.#current.clear();
    const batch = await open.transaction(async (db) => {
      const locked = await lockHead(db);
      const judged = await judgeBatch(db, locked, members, (rules) => this.#readFrom(rules), this.#options.clock);
      await writeBatch(db, judged);
      return judged;
    });
    this.#fallback.lockedBatchWritten();
    this.#remember(batch);
    this.#answer(members, batch, true);
  }

  /** Later batches build on this one from here on. */
  #remember(batch: Batch): void {
    for (const { rules, state } of batch.parts) {
      rules.sent(state);
      this.#current.add(rules);
    }
    this.#head = batch.head;
  }

  #readFrom(rules: RuleSet<unknown, unknown>): ReadFrom {
    return this.#current.has(rules) ? 'memory' : 'tables';
  }

  async #settle({ members, batch, failure }: InFlight): Promise<void> {
    const error = await failure;
    if (error === undefined) {
      this.#inFlight.shift();
      this.#fallback.batchWritten();
      return this.#answer(members, batch, false);
    }
    const lost = await this.#abandon();
    if (hasSqlState(error, UNIQUE_VIOLATION)) this.#fallback.keyClashed();
    else if (hasSqlState(error, ...LOST_RACE)) this.#fallback.raceLost();
    else return this.#fail(lost, error);
    this.#queue.unshift(...lost);
  }

  /**
   * Waits for all batches in flight, answers the durable ones, and returns the members of the failed ones. A batch
   * behind a failed one fails too, because the head is not the one it was sealed for.
   */
  async #abandon(): Promise<Waiting[]> {
    const lost: Waiting[] = [];
    for (const { members, batch, failure } of this.#inFlight.splice(0)) {
      if ((await failure) === undefined && lost.length === 0) this.#answer(members, batch, false);
      else lost.push(...members);
    }
    this.#head = undefined;
    this.#current.clear();
    return lost;
  }

  /** The connection may be broken or in an unknown state: the next batch opens another, and reads the tables. */
  #fail(members: readonly Waiting[], error: unknown): void {
    const broken = this.#pipeline;
    this.#pipeline = undefined;
    void broken?.then((open) => open.end()).catch(() => undefined);
    this.#fallback.raceLost();
    for (const one of members) one.reject(toUnavailable(error));
  }

  #answer(members: readonly Waiting[], batch: Batch, locked: boolean): void {
    for (const { rules, state } of batch.parts) rules.committed(state);
    if (batch.blocks.length > 0) this.#options.onAppended(batch.head);
    for (const [position, one] of members.entries()) {
      const result = batch.results[position];
      if (result === undefined || 'refused' in result) one.reject(result?.refused);
      else one.resolve(result);
    }
    traceBatch(members, batch.blocks.length);
    this.#options.onBatch?.(this.#metrics.record(batch.blocks.length, addedOf(members, batch), locked));
  }

  async #connect(): Promise<Pipeline> {
    // A connection that broke while idle is replaced silently.
    if (this.#inFlight.length === 0 && (await this.#pipeline?.catch(() => undefined))?.isLost())
      this.#pipeline = undefined;
    this.#pipeline ??= this.#options.openPipeline();
    return this.#pipeline;
  }
}

const UNIQUE_VIOLATION = '23505';
/** The head has moved on, or PostgreSQL ended one of two competing transactions (serialization failure, deadlock). */
const LOST_RACE = [DID_NOTHING, '40001', '40P01'] as const;

const asFailure = (error: unknown): unknown => error ?? new Error('The write failed without a reason');

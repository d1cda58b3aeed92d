import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { hasSqlState } from '#platform/server/database/database.ts';
import { DID_NOTHING } from '#platform/server/database/one-statement.ts';
import type { Pipeline } from '#platform/server/database/pipeline.ts';
import { createCaution } from './append-caution.ts';
import { createMeasures, type SequencerMeasures, type SettledBatch } from './append-measures.ts';
import { type Appended, createAppendQueue, type Waiting } from './append-queue.ts';
import type { AppendRules } from './append-rules.ts';
import { markBegun, outsideTraces, traceBatch } from './append-trace.ts';
import { createFlight } from './batch-flight.ts';
import type { BatchPlan } from './plan-batch.ts';
import type { Head } from './seal-blocks.ts';

export type Sequencer<Request> = {
  /** Resolves once the block is durable. Rejects with the rule that was broken, or with `server.unavailable`. */
  append(request: Request): Promise<Appended>;
  readonly measures: () => SequencerMeasures;
  /** Takes nothing more, and resolves when what was taken is answered. */
  stop(): Promise<void>;
};

type SequencerOptions<Request, State> = {
  openPipeline: () => Promise<Pipeline>;
  rules: AppendRules<Request, State>;
  clock: Clock;
  onAppended: (head: Head) => void;
  onBatch?: ((batch: SettledBatch) => void) | undefined;
};

const UNDER_WAY_MAX = 2;

/**
 * Appends requests in the order of their arrival, in batches: one gathers while the one before it commits, so a busy
 * ledger pays one commit for many blocks and an idle one adds no delay.
 *
 * While this process appends alone, a batch is judged by what the ones before it will have left behind, sealed, and written
 * as one statement without a lock; the next may follow before that is durable. A statement takes effect only on the very
 * head that its batch was sealed for. Where another process was faster, it and those behind it do nothing, and their
 * requests are done again behind a lock, from what the tables say. Nobody is answered before the statement is durable.
 */
export function createSequencer<Request, State>(options: SequencerOptions<Request, State>): Sequencer<Request> {
  const queue = createAppendQueue<Request>(options.clock);
  const measures = createMeasures(options.clock);
  const caution = createCaution();
  const flight = createFlight(options, settle);
  let draining: Promise<void> | undefined;
  let stopped = false;

  async function drain(): Promise<void> {
    while (!queue.isEmpty() || flight.size() > 0) {
      const mayBegin = flight.size() === 0 || (flight.size() < UNDER_WAY_MAX && (await enoughForAnother()));
      if (mayBegin) await begin(queue.take(flight.size() === 0 ? 0 : flight.firstSize()));
      else await land();
    }
    draining = undefined;
  }

  const enoughForAnother = () => queue.hasEnoughBeside(flight.firstSize(), flight.firstWritten());

  async function begin(batch: readonly Waiting<Request>[]): Promise<void> {
    markBegun(batch);
    try {
      if (!caution.asksForLock()) return await flight.send(batch);
      await flight.appendLocked(batch);
      caution.lockWasUsed();
    } catch (error) {
      fail([...(await flight.abandon()), ...batch], error);
    }
  }

  async function land(): Promise<void> {
    const failure = await flight.firstWritten();
    if (failure === undefined) {
      flight.landFirst();
      return caution.ease();
    }
    const fallen = await flight.abandon();
    if (!wasOvertaken(failure)) return fail(fallen, failure);
    caution.rise();
    queue.putBack(fallen);
  }

  /** The connection may be broken or in an unknown state: the next batch begins with a new one, and from the tables. */
  function fail(batch: readonly Waiting<Request>[], error: unknown): void {
    flight.disconnect();
    caution.rise();
    for (const one of batch) one.reject(toUnavailable(error));
  }

  function settle(batch: readonly Waiting<Request>[], plan: BatchPlan): void {
    if (plan.blocks.length > 0) options.onAppended(plan.head);
    for (const [position, one] of batch.entries()) {
      const result = plan.results[position];
      if (result === undefined || 'refused' in result) one.reject(result?.refused);
      else one.resolve(result);
    }
    traceBatch(batch, plan.blocks.length);
    options.onBatch?.(measures.record(plan.blocks.length, batch));
  }

  return {
    append(request) {
      if (stopped) return Promise.reject(new AppError(unavailable, 'The server is stopping. Try again in a moment.'));
      const appended = queue.add(request);
      draining ??= outsideTraces(() => Promise.resolve().then(drain));
      return appended;
    },
    measures: measures.read,
    async stop() {
      stopped = true;
      await draining;
      await flight.end();
    },
  };
}

/** Another process has appended, or has used a key or an id that was taken for new. */
const wasOvertaken = (failure: unknown) => hasSqlState(failure, DID_NOTHING, '23505', '40001', '40P01');

function toUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(unavailable, 'The ledger could not be written. Nothing was recorded by half; try again.', {
    hint: 'Repeat the request with the same Idempotency-Key: if it did go through, you get the same block.',
    retryAfterSeconds: 1,
    cause: error,
  });
}

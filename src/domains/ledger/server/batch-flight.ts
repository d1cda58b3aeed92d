import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Pipeline } from '#platform/server/database/pipeline.ts';
import type { Waiting } from './append-queue.ts';
import type { AppendRules, ReadFrom } from './append-rules.ts';
import { lockHead, readHead } from './blocks.ts';
import { type BatchPlan, judgeBatch, requestsOf, writeBatch } from './plan-batch.ts';
import type { Head } from './seal-blocks.ts';

/** A batch whose writes are on their way. `written` never rejects: it gives the failure. */
type UnderWay<Request, State> = {
  readonly batch: readonly Waiting<Request>[];
  readonly state: State;
  readonly plan: BatchPlan;
  readonly written: Promise<unknown>;
};

/** The batches between being judged and being durable, on one connection, each built on the one before it. */
export function createFlight<Request, State>(
  options: { openPipeline: () => Promise<Pipeline>; rules: AppendRules<Request, State>; clock: Clock },
  settle: (batch: readonly Waiting<Request>[], plan: BatchPlan) => void,
) {
  const { rules, clock } = options;
  const underWay: UnderWay<Request, State>[] = [];
  let pipeline: Promise<Pipeline> | undefined;
  /** Where the chain will end once all that is under way is durable; undefined when only the database knows. */
  let head: Head | undefined;

  async function connect(): Promise<Pipeline> {
    // One that was lost while idle is replaced without anybody noticing.
    if (underWay.length === 0 && (await pipeline?.catch(() => undefined))?.isLost()) pipeline = undefined;
    pipeline ??= options.openPipeline();
    return pipeline;
  }

  async function judgeFrom(from: ReadFrom, db: Database, behind: Head, batch: readonly Waiting<Request>[]) {
    const state = await rules.read(db, requestsOf(batch), from);
    return { state, plan: judgeBatch(rules, behind, state, batch, clock) };
  }

  const settled = ({ batch, state, plan }: Omit<UnderWay<Request, State>, 'written'>) => {
    rules.committed(state);
    settle(batch, plan);
  };

  return {
    size: () => underWay.length,
    firstSize: () => underWay[0]?.batch.length ?? 0,
    /** Resolves when the first is durable (undefined) or has failed (why). */
    firstWritten: () => underWay[0]?.written ?? Promise.resolve(undefined),

    /** Judges and seals a batch behind all that is under way, and sends its writes without waiting for them. */
    async send(batch: readonly Waiting<Request>[]): Promise<void> {
      const { db } = await connect();
      head ??= await readHead(db);
      let { state, plan } = await judgeFrom('memory', db, head, batch);
      if (plan.results.some((result) => 'refused' in result))
        ({ state, plan } = await judgeFrom('memory and keys', db, head, batch));
      const write = plan.blocks.length > 0 ? writeBatch(db, rules, head, state, plan) : Promise.resolve();
      rules.expect(state);
      head = plan.head;
      underWay.push({ batch, state, plan, written: write.then(() => undefined, toFailure) });
    },

    /** Answers the requests of the first, which is durable. */
    landFirst(): void {
      const first = underWay.shift();
      if (first !== undefined) settled(first);
    },

    /**
     * Waits for all that is under way, and gives the requests of what failed. What is built on a batch that failed fails
     * with it, because the head is not what it was sealed for.
     */
    async abandon(): Promise<Waiting<Request>[]> {
      const fallen: Waiting<Request>[] = [];
      for (const one of underWay.splice(0)) {
        if ((await one.written) === undefined && fallen.length === 0) settled(one);
        else fallen.push(...one.batch);
      }
      head = undefined;
      return fallen;
    },

    /** Appends a batch behind the lock, from what the tables say. Nothing else may be under way. */
    async appendLocked(batch: readonly Waiting<Request>[]): Promise<void> {
      const open = await connect();
      const done = await open.transaction(async (db) => {
        const locked = await lockHead(db);
        const { state, plan } = await judgeFrom('tables', db, locked, batch);
        if (plan.blocks.length > 0) await writeBatch(db, rules, locked, state, plan);
        return { batch, plan, state };
      });
      rules.expect(done.state);
      head = done.plan.head;
      settled(done);
    },

    /** Lets the connection go, which may be in an unknown state: the next batch opens another. */
    disconnect(): void {
      const broken = pipeline;
      pipeline = undefined;
      head = undefined;
      void broken?.then((old) => old.end()).catch(() => undefined);
    },

    /** Closes the connection. Nothing may be under way. */
    async end(): Promise<void> {
      await pipeline?.then((open) => open.end()).catch(() => undefined);
    },
  };
}

const toFailure = (error: unknown): unknown => error ?? new Error('The write failed without saying why');

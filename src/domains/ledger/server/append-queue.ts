import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type AppendTrace, callersTrace } from './append-trace.ts';
import type { SealedBlock } from './seal-blocks.ts';

/** The block a request became. `fresh` is false when an earlier request with its idempotency key had made it. */
export type Appended = { readonly index: number; readonly fresh: boolean; readonly block: SealedBlock | undefined };

export type Waiting<Request> = {
  readonly request: Request;
  readonly since: number;
  readonly trace: AppendTrace | undefined;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

const BATCH_MAX = 1000;
const WAITING_MAX = 20_000;
/**
 * From so many requests on, half of them are judged while the other half is written. With fewer, two small batches cost
 * the database more than the waiting costs.
 */
const SPLIT_MIN = 256;

/** The requests that wait for their batch, in the order of their arrival. */
export function createAppendQueue<Request>(clock: Clock) {
  const waiting: Waiting<Request>[] = [];
  let besideSize = Number.POSITIVE_INFINITY;
  let enoughArrived: () => void = () => undefined;

  /** A second batch is worth its round trip when it is not much smaller than the one under way. */
  const isEnoughBeside = (size: number) => waiting.length >= Math.max(SPLIT_MIN, size) / 2;

  return {
    isEmpty: () => waiting.length === 0,

    /** Resolves once the request is durable; rejects at once when too many wait. */
    add(request: Request): Promise<Appended> {
      if (waiting.length >= WAITING_MAX)
        return Promise.reject(
          new AppError(unavailable, 'More events are waiting than can be taken. Try again in a moment.', {
            retryAfterSeconds: 1,
          }),
        );
      return new Promise<Appended>((resolve, reject) => {
        waiting.push({ request, since: clock(), trace: callersTrace(), resolve, reject });
        if (isEnoughBeside(besideSize)) enoughArrived();
      });
    },

    /** Takes the next batch; `besideSize` requests are under way. */
    take(besideSize: number): Waiting<Request>[] {
      const all = waiting.length + besideSize;
      return waiting.splice(0, Math.min(BATCH_MAX, all < SPLIT_MIN ? waiting.length : Math.ceil(all / 2)));
    },

    /** Puts requests back in front, to be done again. */
    putBack(requests: readonly Waiting<Request>[]): void {
      waiting.unshift(...requests);
    },

    /** True once a batch beside one of `size` requests is worth while; false once that one has ended before. */
    async hasEnoughBeside(size: number, ended: Promise<unknown>): Promise<boolean> {
      if (isEnoughBeside(size)) return true;
      const arrived = new Promise<boolean>((resolve) => {
        enoughArrived = () => resolve(true);
      });
      besideSize = size;
      const isEnough = await Promise.race([arrived, ended.then(() => false)]);
      besideSize = Number.POSITIVE_INFINITY;
      // Those who were answered together come back together: a turn of the event loop lets the last of them in.
      if (isEnough) await new Promise(setImmediate);
      return isEnough;
    },
  };
}

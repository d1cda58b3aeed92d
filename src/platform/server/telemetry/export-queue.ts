import type { FinishedSpan, SpanSink } from './finished-span.ts';

/** The result of one delivery: how many spans were accepted, how many were not, and why. */
export type Delivery = {
  readonly accepted: number;
  readonly refused: number;
  /** The HTTP status of the last response; undefined without one. */
  readonly status: number | undefined;
  readonly error: string | undefined;
};

/** Delivers spans to their destination. Never rejects, and ends within its own time limit. */
export type Deliver = (spans: readonly FinishedSpan[]) => Promise<Delivery>;

export type ExporterState = {
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
  readonly queued: number;
  readonly lastSuccessAt: number | undefined;
  readonly lastError:
    | { readonly at: number; readonly message: string; readonly status: number | undefined }
    | undefined;
};

export type ExportQueue = SpanSink & {
  state(): ExporterState;
  /** Sends queued spans immediately. Returns the result, or undefined if it takes longer than `milliseconds`. */
  flush(milliseconds: number): Promise<Delivery | undefined>;
  /** Sends queued spans for at most `milliseconds`, then drops and counts the rest. Accepts no more spans. */
  stop(milliseconds: number): Promise<void>;
};

export const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
const BATCH_MILLISECONDS = 2000;

/**
 * Sends spans in batches in the background: `add` takes no time and never throws. One batch is in flight at a time. Spans
 * that do not fit into the queue in the meantime are dropped and counted.
 */
export function createExportQueue(deliver: Deliver, clock: () => number = Date.now): ExportQueue {
  const waiting: FinishedSpan[] = [];
  let counts = { sent: 0, failed: 0, dropped: 0 };
  let lastSuccessAt: number | undefined;
  let lastError: ExporterState['lastError'];
  let sending: Promise<Delivery> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let underWay = 0;

  async function sendBatch(): Promise<Delivery> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.splice(0, BATCH_MAX);
    underWay = batch.length;
    const delivery = await deliver(batch);
    underWay = 0;
    const { sent, failed, dropped } = counts;
    counts = { sent: sent + delivery.accepted, failed: failed + delivery.refused, dropped };
    if (delivery.accepted > 0) lastSuccessAt = clock();
    if (delivery.error !== undefined) lastError = { at: clock(), message: delivery.error, status: delivery.status };
    return delivery;
  }

  /** Sends batches one after the other: a call during a send waits for it. */
  function sendNext(): Promise<Delivery> {
    const before = sending ?? Promise.resolve();
    const mine = before.then(sendBatch);
    sending = mine;
    void mine.then(() => {
      if (sending !== mine) return;
      sending = undefined;
      if (waiting.length > 0) schedule();
    });
    return mine;
  }

  function schedule(): void {
    if (stopped || sending !== undefined) return;
    if (waiting.length >= BATCH_MAX) void sendNext();
    else timer ??= setTimeout(() => void sendNext(), BATCH_MILLISECONDS).unref();
  }

  async function drain(): Promise<Delivery> {
    let delivery = await sendNext();
    while (waiting.length > 0) delivery = await sendNext();
    return delivery;
  }

  return {
    add(span) {
      if (stopped || waiting.length >= QUEUE_MAX) {
        counts.dropped += 1;
        return;
      }
      waiting.push(span);
      schedule();
    },
    state: () => ({ ...counts, queued: waiting.length, lastSuccessAt, lastError }),
    flush: (milliseconds) => within(milliseconds, drain()),
    async stop(milliseconds) {
      stopped = true;
      clearTimeout(timer);
      if (waiting.length > 0 || sending !== undefined) await within(milliseconds, drain());
      counts.dropped += waiting.splice(0).length + underWay;
    },
  };
}

/** Returns the promise's value, or undefined after the timeout. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

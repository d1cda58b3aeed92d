import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { PdfAnswer, PdfQuestion } from './pdf-worker.ts';
import type { PdfContent } from './render-pdf.ts';

export type { PdfContent, PdfPart, QrMatrix } from './render-pdf.ts';

const WAITING_MAX = 8;
const IDLE_MILLISECONDS = 20_000;
const TIMEOUT_MILLISECONDS = 30_000;
const HEAP_MEGABYTES = 128;

type Waiting = { resolve(pdf: Buffer): void; reject(error: Error): void; readonly timer: NodeJS.Timeout };

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Returns the bytes of an A4 document with its fonts embedded. The same content always has the same bytes, so that their
 * hash can be recorded. Runs on its own thread, which delays no request and ends when idle. At most eight documents wait.
 * @throws AppError `server.unavailable` while too many are being created
 */
export async function createPdf(content: PdfContent): Promise<Buffer> {
  if (waiting.size >= WAITING_MAX)
    throw new AppError(unavailable, 'Too many documents are being created right now.', {
      hint: 'Try again in a moment.',
    });
  clearTimeout(idle);
  worker ??= startWorker();
  const thread = worker;
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => void thread.terminate(), TIMEOUT_MILLISECONDS).unref();
    waiting.set(id, { resolve, reject, timer });
    thread.ref();
    thread.postMessage({ id, content } satisfies PdfQuestion);
  });
}

function startWorker(): Worker {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 16 },
  });
  thread.on('message', ({ id, pdf, failure }: PdfAnswer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    clearTimeout(asked?.timer);
    if (pdf !== undefined) asked?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length));
    else asked?.reject(new Error(`The document could not be created: ${failure}`));
    if (waiting.size > 0) return;
    // Nothing is waiting: the thread must not keep the process alive, and its memory is freed soon.
    thread.unref();
    idle = setTimeout(() => void thread.terminate(), IDLE_MILLISECONDS).unref();
  });
  thread.on('error', (error) => endWaiting(error as Error));
  thread.once('exit', () => {
    if (worker === thread) worker = undefined;
    endWaiting(new Error('The thread that creates documents ended.'));
  });
  return thread;
}

function endWaiting(error: Error): void {
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(error);
  }
  waiting.clear();
}

import { AppError, unavailable } from '#platform/contract/errors.ts';
import { createThreadQueue, ThreadFailure } from '../threads/thread-queue.ts';
import type { PdfContent } from './render-pdf.ts';

/** Renders documents. */
export type Papers = {
  /**
   * Returns the bytes of a document. Clients take turns in the queue, by `client`.
   *
   * @throws AppError `server.unavailable` while too many wait or if it takes too long
   */
  render(content: PdfContent, by: { readonly signal: AbortSignal; readonly client: string }): Promise<Uint8Array>;
};

const TIMEOUT_SECONDS = 20;

/** Returns the renderer of a process. It renders one document at a time, on its own thread; sixteen may wait. */
export function createPapers(): Papers {
  const queue = createThreadQueue<PdfContent, Uint8Array>({
    module: new URL('./paper-worker.ts', import.meta.url),
    waitingMax: 16,
    timeoutSeconds: TIMEOUT_SECONDS,
    heapMegabytes: 96,
    idleSeconds: 20,
    endsAbandoned: true,
    busy: 'Too many documents are being created right now.',
  });
  return {
    render: (content, { signal, client }) =>
      queue
        .run(() => Promise.resolve(content), signal, client)
        .catch((error: unknown) => {
          throw error instanceof ThreadFailure && error.timedOut ? tookTooLong() : error;
        }),
  };
}

const tookTooLong = () =>
  new AppError(unavailable, 'The document took too long to create.', { retryAfterSeconds: TIMEOUT_SECONDS });

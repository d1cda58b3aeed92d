import { AppError, unavailable } from '#platform/contract/errors.ts';
import { createThreadQueue, ThreadFailure } from '#platform/server/threads/thread-queue.ts';
import type { FoundSheet } from './evidence.ts';
import type { SheetFormat, SheetQuestion } from './evidence-worker.ts';

/** Renders evidence sheets. */
export type Sheets = {
  /**
   * Returns the bytes of a sheet. The same sheet under the same checkpoint has the same bytes. Clients take turns in
   * the queue, by `client`.
   * @throws AppError `server.unavailable` while too many wait or if it takes too long, and any error of reading the
   * sheet
   * @throws the reason of `signal` if the caller has disconnected
   */
  render(
    sheet: FoundSheet,
    format: SheetFormat,
    by: { readonly signal: AbortSignal; readonly client: string },
  ): Promise<Uint8Array>;
};

const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const TIMEOUT_SECONDS = 30;

/**
 * Returns the renderer of a process. It reads and renders one sheet at a time, on its own thread; eight may wait.
 * Recent sheets are cached until a newer checkpoint covers their blocks.
 */
export function createSheets({ timeoutSeconds = TIMEOUT_SECONDS } = {}): Sheets {
  const queue = createThreadQueue<SheetQuestion, Uint8Array>({
    module: new URL('./evidence-worker.ts', import.meta.url),
    waitingMax: 8,
    timeoutSeconds,
    heapMegabytes: 128,
    idleSeconds: 20,
    endsAbandoned: true,
    busy: 'Too many documents are being created right now.',
  });
  const cache = createByteCache(CACHE_BYTES_MAX);
  return {
    async render(sheet, format, { signal, client }) {
      const key = `${format} ${sheet.key}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const question = async () => ({ source: await sheet.read(signal), format });
      const bytes = await queue.run(question, signal, client).catch((error: unknown) => {
        throw error instanceof ThreadFailure && error.timedOut ? tookTooLong() : error;
      });
      cache.set(key, bytes);
      return bytes;
    },
  };
}

const tookTooLong = () =>
  new AppError(unavailable, 'The document took too long to create.', {
    hint: `Try again in ${TIMEOUT_SECONDS} seconds, or read the proofs instead, which take less time.`,
    retryAfterSeconds: TIMEOUT_SECONDS,
  });

/** Returns a cache of at most `max` bytes, which drops the least recently used entry first. */
function createByteCache(max: number) {
  const entries = new Map<string, Uint8Array>();
  let total = 0;
  const remove = (key: string) => {
    total -= entries.get(key)?.length ?? 0;
    entries.delete(key);
  };
  return {
    get(key: string): Uint8Array | undefined {
      const bytes = entries.get(key);
      if (bytes === undefined) return undefined;
      entries.delete(key);
      entries.set(key, bytes);
      return bytes;
    },
    set(key: string, bytes: Uint8Array): void {
      remove(key);
      if (bytes.length > max / 4) return;
      entries.set(key, bytes);
      total += bytes.length;
      for (const oldest of entries.keys()) {
        if (total <= max) return;
        remove(oldest);
      }
    },
  };
}

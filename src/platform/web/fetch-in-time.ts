import { tooSlow, unreachable } from './api-error.ts';
import { awaitAnswer } from './server-silence.ts';

/** How long a read waits for its response to begin. The slowest route needs a fifth of it on a slow phone. */
const readMilliseconds = 15_000;

/**
 * Fetches as `fetch` does, but ends a read whose response does not begin in time: a hanging server, or a network that
 * drops requests, would leave the screen without an answer. Long before, the app shows that the server does not answer.
 * A write is never ended, because its outcome would be unknown. Throws `ApiError` if there is no response, and what `fetch` throws if `signal` ends it.
 */
export async function fetchInTime(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const late = new AbortController();
  const isRead = (init.method ?? 'GET') === 'GET';
  const timer = isRead ? setTimeout(() => late.abort(), readMilliseconds) : undefined;
  const answered = awaitAnswer();
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    answered(response);
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw late.signal.aborted ? tooSlow() : unreachable(cause);
  } finally {
    clearTimeout(timer);
    answered();
  }
}

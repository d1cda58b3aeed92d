import { sessionEnded } from '#platform/web/api-client.ts';
import { readToken, writeToken } from '#platform/web/token-store.ts';
import type { SendRequest } from './exchange.ts';

const BYTES_MAX = 2_000_000;
const STREAM_MILLISECONDS = 3000;

/**
 * Sends the request to this server and returns the exchange, with at most 2 MB of the response or 3 seconds of an
 * event stream. An undefined `token` means the session's. Never throws: a failure is an exchange too. If the server no
 * longer knows the session, it ends here as well.
 */
export const sendRequest: SendRequest = async (request, { token = readToken(), signal } = {}) => {
  const at = new Date().toISOString();
  const start = performance.now();
  const since = () => performance.now() - start;
  const carried = request.withToken ? token : null;
  try {
    const response = await fetch(request.target, {
      method: request.method,
      credentials: 'same-origin',
      redirect: 'error',
      headers: { ...request.headers, ...(carried === null ? {} : { Authorization: `Bearer ${carried}` }) },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(signal ? { signal } : {}),
    });
    const firstMilliseconds = since();
    const { text, bytes, cut } = await readBounded(response);
    const { status, statusText } = response;
    if (status === 401 && text.includes('"request.unauthenticated"') && carried !== null && carried === readToken())
      writeToken(null, { kind: 'expired', message: sessionEnded });
    const headers = [...response.headers].toSorted(([a], [b]) => a.localeCompare(b));
    return {
      request,
      at,
      status,
      statusText,
      headers,
      text,
      bytes,
      cut,
      firstMilliseconds,
      milliseconds: since(),
      failure: undefined,
    };
  } catch (cause) {
    const failure = signal?.aborted ? 'Cancelled' : cause instanceof Error ? cause.message : String(cause);
    const nothing = { status: 0, statusText: '', headers: [], text: '', bytes: 0, cut: false } as const;
    return { request, at, ...nothing, firstMilliseconds: since(), milliseconds: since(), failure };
  }
};

async function readBounded(response: Response): Promise<{ text: string; bytes: number; cut: boolean }> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', bytes: 0, cut: false };
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let late = false;
  const timer = isStream
    ? setTimeout(() => {
        late = true;
        void reader.cancel();
      }, STREAM_MILLISECONDS)
    : undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), bytes, cut: late };
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
      if (bytes < BYTES_MAX) continue;
      await reader.cancel();
      return { text, bytes, cut: true };
    }
  } finally {
    clearTimeout(timer);
  }
}

import { vi } from 'vitest';

export type SentRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};
export type Answer = (request: SentRequest) => Response | Promise<Response>;

/**
 * Replaces the network: each request to a route in `answers` ('POST /api/login') gets its answer. Any other fails as if
 * the server were unreachable. Returns the requests in the order sent.
 */
export function stubServer(answers: Readonly<Record<string, Answer>>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(request);
    const answer = answers[`${request.method} ${request.path}`];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return Promise.race([answer(request), whenAborted(init.signal)]);
  });
  return sent;
}

/** Rejects when the signal aborts, as a request to a real server does. */
const whenAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Returns a refusal as the server sends it (RFC 9457), with its field errors. `code` is the kind of refusal. */
export function refusal(
  status: number,
  message: string,
  errors: readonly { pointer: string; message: string }[] = [],
  headers: Record<string, string> = {},
  code = 'request.invalid',
): Response {
  const body = {
    type: 'about:blank',
    title: message,
    status,
    detail: message,
    error: message,
    code,
    requestId: 'request-1',
    errors: errors.map((each) => ({ in: 'body', ...each })),
  };
  return json(body, status, headers);
}

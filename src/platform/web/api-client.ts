import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import { ApiError, errorOf, unreachable } from './api-error.ts';
import { requestUrl } from './request-url.ts';
import { readToken, writeToken } from './token-store.ts';

export const sessionEnded = 'Authentication required. Please log in again.';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** The same key for every try of one intended write; one is made where the route takes one and none is given. */
  readonly idempotencyKey?: string | undefined;
  /** A refused token is forgotten without a word: at start, where nobody has asked for anything yet. */
  readonly silent?: boolean;
};

/**
 * Calls one route of the contract and returns its answer, parsed by the route's own schema. Throws `ApiError` for every
 * refusal and for no answer; an abort throws what `fetch` throws. A 401 to a call that carried the session's token forgets
 * that token and tells its subscribers; a 401 without one (a failed sign-in) changes nothing.
 */
export async function call<R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<ResponseIn<R>> {
  const response = await send(route, input, options);
  if (route.responseType && !route.responseType.includes('json')) {
    return route.response.parse(await response.text()) as ResponseIn<R>;
  }
  const body: unknown = await response.json().catch((cause) => {
    throw new ApiError({
      status: response.status,
      code: 'response.not_json',
      message: 'The answer is not JSON.',
      cause,
    });
  });
  const parsed = route.response.safeParse(body);
  if (parsed.success) return parsed.data as ResponseIn<R>;
  throw new ApiError({
    status: response.status,
    code: 'response.unexpected',
    message: `The answer of ${route.method} ${route.path} has another form than agreed.`,
    hint: 'Reload the page to get the version that fits the server.',
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause: parsed.error,
  });
}

/** The same call where the body is wanted as it comes: a download, a stream. `accept` is the media type asked for. */
export async function send<R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options: CallOptions & { accept?: string } = {},
): Promise<Response> {
  const token = readToken();
  const url = requestUrl(route.path, input.params, input.query);
  const response = await fetch(url, {
    method: route.method,
    credentials: 'same-origin',
    headers: headersOf(route, input, token, options),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw unreachable(cause);
  });
  if (response.ok) return response;
  if (response.status === 401 && token !== null) throw await endSession(response, token, options.silent);
  throw await errorOf(response);
}

/** A new key for one intended write: make it when the form opens, keep it through every retry. */
export function newIdempotencyKey(): string {
  // `randomUUID` exists only in a secure context; plain http on a local network has none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function headersOf(
  route: RouteDefinition,
  input: { body?: unknown },
  token: string | null,
  options: CallOptions & { accept?: string },
): Record<string, string> {
  const headers: Record<string, string> = { accept: options.accept ?? route.responseType ?? 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (route.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  return headers;
}

async function endSession(response: Response, token: string, silent = false): Promise<ApiError> {
  const { status, code, hint, requestId } = await errorOf(response);
  // Another tab may have signed in meanwhile; its token is not the one that was refused.
  if (readToken() === token)
    writeToken(null, silent ? { kind: 'cleared' } : { kind: 'expired', message: sessionEnded });
  return new ApiError({ status, code, message: sessionEnded, hint, requestId });
}

import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import { ApiError, errorOf } from './api-error.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { requestUrl } from './request-url.ts';
import { readToken, writeToken } from './token-store.ts';

export const sessionEnded = 'Authentication required. Please log in again.';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** The same key for every attempt of one intended write. Generated if the route accepts one and none is given. */
  readonly idempotencyKey?: string | undefined;
  /** The value of the route's `secretHeader`. */
  readonly secret?: string | undefined;
  /** Drops a rejected token silently: at startup, when the user has not requested anything yet. */
  readonly silent?: boolean;
};

/**
 * Calls a route of the contract and returns its response, parsed by the route's own schema. Throws `ApiError` for every
 * refusal and for a missing response; an abort throws what `fetch` throws. A 401 to a call with the session's token drops
 * that token and notifies its subscribers. A 401 without one (a failed sign-in) changes nothing.
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
      message: 'The response is not JSON.',
      cause,
    });
  });
  const parsed = route.response.safeParse(body);
  if (parsed.success) return parsed.data as ResponseIn<R>;
  throw new ApiError({
    status: response.status,
    code: 'response.unexpected',
    message: `The response of ${route.method} ${route.path} does not match its contract.`,
    hint: 'Reload the page to get the version that matches the server.',
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause: parsed.error,
  });
}

/** Calls a route and returns the raw response, for a download or a stream. `accept` is the requested media type. */
export async function send<R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options: CallOptions & { accept?: string } = {},
): Promise<Response> {
  const token = readToken();
  const url = requestUrl(route.path, input.params, input.query);
  const init: RequestInit = {
    method: route.method,
    credentials: 'same-origin',
    headers: headersOf(route, input, token, options),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  };
  const response = await fetchInTime(url, init, options.signal);
  if (response.ok) return response;
  if (response.status === 401 && token !== null) throw await endSession(response, token, options.silent);
  throw await errorOf(response);
}

/** Returns a new key for one intended write. Create it when the form opens, and reuse it for every retry. */
export function newIdempotencyKey(): string {
  // `randomUUID` exists only in a secure context, which plain http on a local network is not.
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
  if (route.secretHeader !== undefined && options.secret !== undefined) headers[route.secretHeader] = options.secret;
  if (route.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  return headers;
}

async function endSession(response: Response, token: string, silent = false): Promise<ApiError> {
  const { status, code, hint, requestId } = await errorOf(response);
  // Another tab may have signed in since. Its token is not the rejected one.
  if (readToken() === token)
    writeToken(null, silent ? { kind: 'cleared' } : { kind: 'expired', message: sessionEnded });
  return new ApiError({ status, code, message: sessionEnded, hint, requestId });
}

import { type FieldError, Problem } from '#platform/contract/errors.ts';

/**
 * A failed call, with what a screen can show: the message, what to do about it, the invalid fields, and the request id to
 * quote. `status` is 0 without a response.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  /** How long the server asks the client to wait before retrying. */
  readonly retryAfterSeconds: number | undefined;

  constructor(of: {
    status: number;
    code: string;
    message: string;
    hint?: string | undefined;
    errors?: readonly FieldError[] | undefined;
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
    cause?: unknown;
  }) {
    super(of.message, { cause: of.cause });
    this.name = 'ApiError';
    this.status = of.status;
    this.code = of.code;
    this.hint = of.hint;
    this.errors = of.errors ?? [];
    this.requestId = of.requestId;
    this.retryAfterSeconds = of.retryAfterSeconds;
  }
}

/** Returns the error of a not-OK response: its problem body, otherwise `HTTP error! status: {code}`. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const retryAfterSeconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10) || undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const problem = Problem.safeParse(body);
  if (problem.success) {
    const { code, hint, errors } = problem.data;
    const { error: message, requestId: id } = problem.data;
    return new ApiError({ status, code, message, hint, errors, requestId: id, retryAfterSeconds });
  }
  const message = sentenceIn(body) ?? `HTTP error! status: ${status}`;
  return new ApiError({ status, code: 'http.error', message, requestId });
}

/** Returns the error for a missing response: no network, or the server is unreachable. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'network.unreachable',
    message: 'The server could not be reached.',
    hint: 'Check the connection and try again.',
    cause,
  });
}

/** Returns the error for a response that did not begin in time. */
export function tooSlow(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network.timeout',
    message: 'The server takes too long to answer.',
    hint: 'Try again in a moment.',
  });
}

/** Reports whether a retry may help: after a missing response, a server error or too many requests. */
export function isTransient(error: unknown): boolean {
  // After such a long wait, the user sees the failure before a retry.
  if (!(error instanceof ApiError) || error.code === 'network.timeout') return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

function sentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
}

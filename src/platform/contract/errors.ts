import { z } from 'zod';

/**
 * A kind of refusal: its stable code, its status, and its title. Code and status are one value, so a code cannot lack a
 * status. Codes have the form `<domain>.<what_is_wrong>`.
 */
export type ErrorKind<Code extends string = string> = {
  readonly code: Code;
  readonly status: 400 | 401 | 403 | 404 | 406 | 409 | 413 | 415 | 429 | 500 | 503;
  readonly title: string;
};

/** Declares a kind of refusal. */
export function errorKind<const Code extends string>(
  code: Code,
  status: ErrorKind['status'],
  title: string,
): ErrorKind<Code> {
  return { code, status, title };
}

export const validationFailed = errorKind('request.invalid', 400, 'Invalid input');
export const unauthenticated = errorKind('request.unauthenticated', 401, 'Authentication required');
export const forbidden = errorKind('request.forbidden', 403, 'Not allowed');
export const routeNotFound = errorKind('request.not_found', 404, 'Not found');
export const idempotencyMismatch = errorKind('request.idempotency_mismatch', 409, 'Idempotency-Key already used');
export const bodyTooLarge = errorKind('request.too_large', 413, 'Request body too large');
export const unsupportedMediaType = errorKind('request.media_type', 415, 'Unsupported media type');
export const tooManyRequests = errorKind('request.too_many', 429, 'Too many requests');
export const internalError = errorKind('server.internal', 500, 'Internal error');
export const unavailable = errorKind('server.unavailable', 503, 'Not available right now');

/** An invalid field: its position (a JSON pointer into the request part `in`) and what would be valid. */
export const FieldError = z.object({
  in: z.enum(['body', 'query', 'params', 'header']),
  pointer: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/**
 * The body of every refusal: RFC 9457 problem details, plus `error` (a sentence for simple clients), `code`, `hint`,
 * `errors` and `requestId`.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z.string().describe('The same sentence as `detail`.'),
  code: z.string(),
  hint: z.string().optional(),
  errors: z.array(FieldError).optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/**
 * A refusal that the caller may see. `message` is safe to show and states what to do. `cause` is for operators and
 * never leaves the server.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { hint?: string; errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.hint = options.hint;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  AppError,
  bodyTooLarge,
  type ErrorKind,
  type FieldError,
  internalError,
  type Problem,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from '#platform/contract/errors.ts';
import { fieldName, unknownField } from '#platform/contract/explain-issue.ts';
import { isOutage } from '../database/outage.ts';
import { isChainOutage } from '../evm/rpc-error.ts';
import { inRequest } from '../telemetry/trace-requests.ts';

/**
 * Sends any error as RFC 9457 problem details. Only the message of an AppError reaches the caller. A database outage is a
 * 503 that asks the caller to repeat the request. Any other error is a bare 500. The cause of either is in the log under
 * the `requestId`.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  // Work that ended because its client disconnected is not a failure.
  const abandoned = reply.raw.destroyed && (error as Error | undefined)?.name === 'AbortError';
  if (known.kind.status >= 500 && !abandoned) inRequest(request, () => logFailure(known, request));
  const body: Problem = {
    type: `urn:cairn:error:${known.kind.code}`,
    title: known.kind.title,
    status: known.kind.status,
    detail: known.message,
    error: known.message,
    code: known.kind.code,
    ...(known.hint === undefined ? {} : { hint: known.hint }),
    ...(known.errors === undefined ? {} : { errors: [...known.errors] }),
    requestId: request.id,
  };
  const retryAfterSeconds = known.retryAfterSeconds ?? (known.kind.status === 503 ? RETRY_SECONDS : undefined);
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(known.kind.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}

/** Overload and outages are expected, and an outage fails every request, so neither fills the log with stack traces. */
function logFailure(known: AppError, { id: requestId, log }: FastifyRequest): void {
  const cause = rootCause(known);
  if (known.kind.status === 503 && (cause instanceof AppError || isOutage(cause) || isChainOutage(cause)))
    log.warn({ requestId, reason: (cause as Error).message }, 'request refused');
  else log.error({ err: cause, requestId }, 'request failed');
}

const rootCause = (error: AppError): unknown => {
  if (error.cause === undefined) return error;
  return error.cause instanceof AppError ? rootCause(error.cause) : error.cause;
};

/**
 * Returns the refusal of input that does not match its schema. Its message is that of the first problem; `errors` has
 * the first problem of each field. Further problems of a field follow from the first: a list instead of a text is also
 * too short, for example.
 */
export function invalidInput(part: FieldError['in'], error: z.ZodError): AppError {
  const errors = error.issues.flatMap((issue) => fieldErrors(part, issue));
  return refusedFields([...new Map(errors.toReversed().map((one) => [one.pointer, one])).values()].toReversed());
}

/** Returns the refusal of up to fifty fields. Its message is about the first. */
export function refusedFields(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  return new AppError(validationFailed, first?.message ?? 'The input is invalid.', {
    errors: errors.slice(0, 50),
  });
}

function fieldErrors(part: FieldError['in'], issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      in: part,
      pointer: pointer([...issue.path, key]),
      message: unknownField(fieldName(part, [...issue.path, key])),
    }));
  return [{ in: part, pointer: pointer(issue.path), message: issue.message }];
}

const pointer = (path: readonly PropertyKey[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Restarting PostgreSQL takes about this long. */
const RETRY_SECONDS = 2;

const fastifyKinds: Readonly<Record<string, { kind: ErrorKind; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: bodyTooLarge, message: 'The request body is larger than this route accepts.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    kind: unsupportedMediaType,
    message: 'Send the body as application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { kind: validationFailed, message: 'The body is empty. Send a JSON value.' },
  FST_ERR_BAD_URL: {
    kind: validationFailed,
    message: 'A part of the path is too long, or its percent-encoding is not valid UTF-8.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    kind: validationFailed,
    message: 'The length of the body does not match its content-length.',
  },
};

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error) || isChainOutage(error))
    return new AppError(unavailable, 'The database is not available right now. Try again in a few seconds.', {
      hint: 'Repeat a write with the same Idempotency-Key: if it did go through, it is not recorded twice.',
      cause: error,
    });
  const { code, statusCode, message } = (error ?? {}) as { code?: string; statusCode?: number; message?: string };
  const fastifys = code === undefined ? undefined : fastifyKinds[code];
  if (fastifys !== undefined) return new AppError(fastifys.kind, fastifys.message, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError(validationFailed, message ?? 'The request is not valid.', { cause: error });
  return new AppError(internalError, 'Something failed on our side. No partial changes were saved. Try again.', {
    cause: error,
  });
}

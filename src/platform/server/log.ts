import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isOutage } from './database/outage.ts';

export type Log = Logger;

/**
 * Returns a structured logger that never writes a secret: it removes passwords, tokens, keys, cookies and authorization
 * headers wherever they are in an entry. Writes one JSON line for each entry, with its trace and span, to standard error,
 * so that standard output stays readable.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: plainError },
      mixin: traceOfEntry,
      redact: { paths: secretPaths(), remove: true },
    },
    destination,
  );
}

/** These names link an entry to its trace (OpenTelemetry, trace context in logs). */
function traceOfEntry(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'api_key', 'x-api-key'];

/** The paths of each secret at the top level, and one and two levels below. */
function secretPaths(): string[] {
  return SECRETS.flatMap((name) => ['', '*', '*.*'].map((above) => `${above}["${name}"]`));
}

/**
 * Selects the fields of an error that operators need. Its other fields stay out of the log: a database error contains
 * the connection, and rows with personal data.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  // The stack trace of an outage is of no use, and during one there are many entries.
  const stack = isOutage(error) ? undefined : error.stack;
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

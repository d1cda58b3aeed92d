import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * A structured logger that never writes a secret: passwords, tokens, keys, cookies and authorization headers are removed
 * wherever they stand in what is logged. One JSON line an entry, with the trace and the span it belongs to; on standard error,
 * so that standard output stays for people.
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

/** An entry finds its trace, and a trace its entries, by these names (OpenTelemetry, trace context in logs). */
function traceOfEntry(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'api_key', 'x-api-key'];

/** Each secret at the top, and one and two levels below. */
function secretPaths(): string[] {
  return SECRETS.flatMap((name) => ['', '*', '*.*'].map((above) => `${above}["${name}"]`));
}

/**
 * What operators need of an error. Its other fields stay out of the log: a database error carries the connection, and rows
 * with personal data.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

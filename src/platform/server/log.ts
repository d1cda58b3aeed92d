import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * A structured logger that never writes a secret: passwords, tokens and authorization headers are removed wherever they
 * stand in what is logged. One JSON line an entry, on standard error, so that standard output stays for people.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: plainError },
      redact: {
        paths: [
          'authorization',
          'password',
          'token',
          '*.authorization',
          '*.password',
          '*.token',
          'headers.authorization',
        ],
        remove: true,
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
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

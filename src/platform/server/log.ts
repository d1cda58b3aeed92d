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

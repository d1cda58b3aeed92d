import { DatabaseError } from 'pg';

/**
 * Reports whether PostgreSQL failed to answer because it is lost, restarting, full or saturated. Such a failure does
 * not concern the request, which may succeed when repeated.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code !== undefined && OUTAGE_STATES.test(error.code);
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // One failed attempt for each address of the host.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOutage);
  if (syscall !== undefined && SOCKET_CALLS.has(syscall)) return code !== undefined && SOCKET_CODES.has(code);
  return DRIVER_MESSAGES.has(message);
}

/**
 * Connection exceptions (08), insufficient resources (53), shutdown, crash, startup and a closed idle session (57P01 to
 * 57P03, 57P05), a failed read or write of a file (58030), and a former primary that became a standby (25006). From the
 * appendix "PostgreSQL Error Codes".
 */
const OUTAGE_STATES = /^(08...|53...|57P0[1235]|58030|25006)$/;

const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** ENOENT: the socket file of a PostgreSQL that is not running. EAGAIN: its queue of connections is full. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EAGAIN',
]);

/** The failures for which `pg` and `pg-pool` have no code. */
const DRIVER_MESSAGES = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
  'timeout exceeded when trying to connect',
]);

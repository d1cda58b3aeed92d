import { AppError, validationFailed } from '#platform/contract/errors.ts';

/** Usernames that a reader could take for the product itself, or that name a property of every JavaScript object. */
const reservedUsernames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()),
  'admin',
  'administrator',
  'anonymous',
  'auditor',
  'cairn',
  'checkpoint_key',
  'everyone',
  'genesis',
  'ledger',
  'null',
  'prototype',
  'root',
  'security',
  'support',
  'system',
  'undefined',
]);

/** Throws for a reserved username, in any case. Administrators that the command line creates may have one. */
export function refuseReservedUsername(username: string): void {
  if (!reservedUsernames.has(username.toLowerCase())) return;
  const message = 'This username is reserved. Choose another one.';
  throw new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/user', message }] });
}

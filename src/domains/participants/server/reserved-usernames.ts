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
  'epcis-import',
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

/**
 * Usernames under which an import of EPCIS documents registers the parties that a document names. An account that has
 * one of them before the import does would be shown in the place of that party, or would block the import.
 */
const importedUsernames = [/^gln-\d{13}(-[0-9a-f]{8})?$/, /^party-(.+-)?[0-9a-f]{8}$/];

/** Throws for a reserved username, in any case. Administrators that the command line creates may have one. */
export function refuseReservedUsername(username: string): void {
  const name = username.toLowerCase();
  if (!reservedUsernames.has(name) && !importedUsernames.some((pattern) => pattern.test(name))) return;
  const message = 'This username is reserved. Choose another one.';
  throw new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/user', message }] });
}

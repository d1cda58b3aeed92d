import type { Account } from '#domains/participants/server/index.ts';
import { AppError, forbidden, validationFailed } from '#platform/contract/errors.ts';
import type { Payments } from './open-payments.ts';
import { mayConfirm } from './require-pending.ts';

/** A subject as a person names it. */
export type Named = { readonly kind: string; readonly subject: string };

/**
 * Returns the subject that money in suspense is assigned to without an announced payment.
 *
 * @throws AppError `request.invalid` for a kind that takes no such money, `request.forbidden`, and what the payee throws for an unknown subject
 */
export async function resolveSubject(payments: Payments, caller: Account, { kind, subject }: Named): Promise<string> {
  const unannounced = payments.payees.get(kind)?.unannounced;
  if (unannounced === undefined)
    throw new AppError(validationFailed, `Nothing of the kind ${kind} can be paid without an announced payment.`, {
      errors: [{ in: 'body', pointer: '/kind', message: `kind must be one of ${kindsOf(payments.payees)}` }],
    });
  if (!mayConfirm(payments, caller, kind))
    throw new AppError(forbidden, 'Only an administrator can assign money to this.', {
      hint: 'The money stays in suspense until one assigns it.',
    });
  return (await unannounced.resolve?.(subject)) ?? subject;
}

const kindsOf = (payees: Payments['payees']): string =>
  [...payees].flatMap(([kind, { unannounced }]) => (unannounced === undefined ? [] : [kind])).join(', ');

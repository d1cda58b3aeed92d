import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';

/** Refuses an amount above what is owed. Both are in cents. */
export function tooMuch(cents: number, owed: number): AppError {
  const message =
    owed === 0
      ? 'Nothing is owed.'
      : `amount must be at most ${owed} cents (${formatCents(owed)}), which is what is owed`;
  return new AppError(validationFailed, `${formatCents(cents)} is more than is owed: ${formatCents(owed)}.`, {
    hint: 'Reload to see what is owed now.',
    errors: [{ in: 'body', pointer: '/amount', message }],
  });
}

import { AppError, type FieldError, validationFailed } from '#platform/contract/errors.ts';
import type { DocumentProblem } from './check-shape.ts';

/** Returns the refusal of a document with the pointer of every problem. */
export function refused(problems: readonly DocumentProblem[]): AppError {
  const errors: FieldError[] = problems.map(({ pointer, message }) => ({ in: 'body', pointer, message }));
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more problems` : '';
  return new AppError(
    validationFailed,
    `The EPCIS document is not valid: ${first?.message}${more}. Nothing was stored.`,
    { errors },
  );
}

import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { findInvisible, findMixedAlphabets } from '#platform/contract/misleading-text.ts';

/** Throws for a display name with characters that could make it look like another one. */
export function refuseMisleadingName(displayName: string | null | undefined): void {
  const text = displayName ?? '';
  const invisible = findInvisible(text);
  // Names of companies join words of two alphabets. Within a word, one letter stands for another.
  const letter =
    invisible === undefined
      ? text
          .split(/[^\p{L}\p{M}]+/u)
          .map(findMixedAlphabets)
          .find(Boolean)
      : undefined;
  if (invisible === undefined && letter === undefined) return;
  const message =
    invisible === undefined
      ? `Display name must not mix alphabets within a word: it contains ${letter}`
      : `Display name must not contain the invisible character ${invisible}`;
  throw new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/displayName', message }] });
}

import { AppError, validationFailed } from '#platform/contract/errors.ts';

/**
 * Characters that show nothing or reorder text: controls, format characters (zero-width and bidirectional ones), private
 * use, unassigned, and letters and symbols that are drawn as blanks.
 */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/** Scripts whose letters look alike, or that are common in names, and those that are written together. */
const patterns = 'Latin Cyrillic Greek Armenian Cherokee Arabic Hebrew Thai Devanagari'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Reports whether one word has letters of two scripts, such as a Cyrillic `а` among Latin letters. */
const mixesScripts = (text: string): boolean =>
  text.split(/[^\p{L}\p{M}]+/u).some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1);

/** Throws for a display name with characters that could make it look like another one. */
export function refuseMisleadingName(displayName: string | null | undefined): void {
  const message = INVISIBLE.test(displayName ?? '')
    ? 'Display name must not contain invisible characters'
    : mixesScripts(displayName ?? '')
      ? 'Display name must not mix alphabets within a word'
      : undefined;
  if (message === undefined) return;
  throw new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/displayName', message }] });
}

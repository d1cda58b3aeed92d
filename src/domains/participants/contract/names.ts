import { z } from 'zod';

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

const DISPLAY_NAME_MAX = 120;

/** A name as people read it, without characters that could make it look like another one. It may be empty. */
export const OptionalDisplayName = z
  .string()
  .trim()
  .max(DISPLAY_NAME_MAX, `Display name must be at most ${DISPLAY_NAME_MAX} characters`)
  .refine((name) => !INVISIBLE.test(name), 'Display name must not contain invisible characters')
  .refine((name) => !mixesScripts(name), 'Display name must not mix alphabets within a word');

export const DisplayName = OptionalDisplayName.min(1, 'Display name must not be empty');

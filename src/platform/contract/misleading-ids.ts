import { findInvisible, findMixedAlphabets, findUncommonSpace } from './misleading-text.ts';

/** A URI has a Latin scheme and syntax around values of any alphabet, so that each of its parts is checked for itself. */
const URI = /^(?:https?:\/\/|urn:)/i;
const URI_SYNTAX = /[:/?#[\]@!$&'()*+,;=.]/;

/**
 * Returns why readers could take a new id for another one: it has characters that show nothing or reorder text, or letters
 * of alphabets that look alike. Ids are permanent, and people compare them by eye. `label` starts the sentence.
 */
export function explainMisleadingId(label: string, id: string): string | undefined {
  const invisible = findInvisible(id);
  if (invisible !== undefined) return `${label} must not contain the invisible character ${invisible}`;
  const space = findUncommonSpace(id);
  if (space !== undefined) return `${label} must not contain the space ${space}. Use the common one`;
  for (const part of URI.test(id) ? id.split(URI_SYNTAX) : [id]) {
    const letter = findMixedAlphabets(part);
    if (letter !== undefined) return `${label} must not mix alphabets: it contains ${letter}`;
  }
  return undefined;
}

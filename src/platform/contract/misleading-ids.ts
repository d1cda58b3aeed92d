import {
  findInvisible,
  findLikeAscii,
  findMixedAlphabets,
  findOtherDash,
  findPresentationForm,
  findUncommonSpace,
  isDecomposed,
} from './misleading-text.ts';

/** A URI has a Latin scheme and syntax around values of any alphabet, so that each of its parts is checked for itself. */
const URI = /^(?:https?:\/\/|urn:)/i;
const URI_SYNTAX = /[:/?#[\]@!$&'()*+,;=.]/;

/**
 * Returns why readers could mistake a new id for another one: it has characters that show nothing or reorder text,
 * dashes, spaces or ligatures that look like common characters, letters of alphabets that look alike, or a character
 * that Unicode writes in two ways; or it is a step of a path. Ids are permanent, and people compare them by eye.
 * `label` starts the sentence.
 */
export function explainMisleadingId(label: string, id: string): string | undefined {
  if (id === '.' || id === '..') return `${label} must not be “${id}”, which no link can lead to`;
  const invisible = findInvisible(id);
  if (invisible !== undefined) return `${label} must not contain the invisible character ${invisible}`;
  const space = findUncommonSpace(id);
  if (space !== undefined) return `${label} must not contain the space ${space}. Use the common one`;
  if (/^ | $| {2}/.test(id)) return `${label} must not begin or end with a space, or have two in a row`;
  const likeAscii = findLikeAscii(id);
  if (likeAscii !== undefined) return `${label} must not contain ${likeAscii}`;
  const dash = findOtherDash(id);
  if (dash !== undefined) return `${label} must not contain the dash ${dash}. Use the hyphen of the keyboard (-)`;
  const form = findPresentationForm(id);
  if (form !== undefined) return `${label} must not contain ${form}. Use separate letters`;
  if (isDecomposed(id)) return `${label} must use composed characters (Unicode NFC): “${id.normalize('NFC')}”`;
  for (const part of URI.test(id) ? id.split(URI_SYNTAX) : [id]) {
    const letter = findMixedAlphabets(part);
    if (letter !== undefined) return `${label} must not mix alphabets: it contains ${letter}`;
  }
  return undefined;
}

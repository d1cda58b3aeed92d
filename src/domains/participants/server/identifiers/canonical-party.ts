import { glnOf } from './gs1-keys.ts';

/**
 * Returns the form in which identifiers of participants are compared. All spellings of a global location number yield
 * one text: a location number names the same company as a party number with the same digits, and its extension, such as
 * a door, names no other. Any other identifier is unchanged.
 */
export function canonicalParty(identifier: string): string {
  const gln = glnOf(/^\d{13}$/.test(identifier) ? `https://id.gs1.org/414/${identifier}` : identifier)?.slice(0, 13);
  return gln === undefined ? identifier : `https://id.gs1.org/417/${gln}`;
}

/** Returns the words of a text in lower case: runs of letters and digits. */
export const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the search words of a parcel. */
export const wordsOf = (parcel: { propertyId: string; address: string; neighborhood: string }): string[] => [
  ...new Set(splitWords(`${parcel.propertyId} ${parcel.address} ${parcel.neighborhood}`)),
];

/**
 * Returns the full-text query for parcels in which each word of the text begins a word, or undefined if the text has none.
 * The words contain only letters and digits, so they need no quoting.
 */
export function queryOf(text: string): string | undefined {
  const words = splitWords(text).slice(0, 12);
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ');
}

/** Returns the longest word in the singular, which finds every name that `hasWords` accepts, and some others. */
export function searchable(text: string): string {
  const words = text.match(/[\p{L}\p{N}-]+/gu) ?? [];
  const [longest = text] = words.toSorted((a, b) => b.length - a.length);
  return longest.length < 4 ? longest : longest.replace(/(?:ies|ves|es|s)$/i, '');
}

/**
 * Parses the search part of a URL into plain text values: `?search=007` is the text 007, not the number 7. Routes convert
 * the values with their own schemas. Of a repeated name the last value counts.
 */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Returns the search part for the values. Omits undefined, null and empty values. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

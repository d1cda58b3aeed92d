/**
 * The search part of an address as plain text values: `?search=007` is the text 007, not the number 7. Routes turn values
 * into what they mean with their own schemas. Of a repeated name the last one counts.
 */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The reverse; what is undefined, null or empty is left out. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

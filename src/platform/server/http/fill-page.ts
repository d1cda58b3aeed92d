/**
 * The placeholder of a value in a prerendered page (`src/app/web/prerender` writes it), with the preceding address, if
 * any.
 */
const placeholder = /(?<=(\shref="[^"]*)?)0-(\w+)-0/g;

/** The text for a missing value. */
const unknown = '…';

/**
 * Returns a prerendered page with its placeholders replaced: in addresses percent-encoded, in texts and attributes escaped.
 * Values come from users, so nothing of them may end a text or an attribute. A value that is missing shows as an ellipsis.
 */
export function fillPage(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(placeholder, (_, address: string | undefined, name: string) =>
    address === undefined ? escapeHtml(values[name] ?? unknown) : encodeURIComponent(values[name] ?? ''),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Returns the parameters of a path by the names in its page: `/assets/$assetId` and `/assets/A%2F1` give `A/1`. */
export function paramsOf(page: string, path: string): Record<string, string> {
  if (page === path) return {};
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = page.split('/').filter((segment) => segment !== '');
  return Object.fromEntries(
    names.flatMap((name, at) => (name.startsWith('$') ? [[name.slice(1), decode(segments[at] ?? '')]] : [])),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

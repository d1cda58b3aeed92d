import { JsonObject } from '#platform/contract/scalars.ts';

/**
 * Parses metadata: a JSON object, or comma-separated `key:value` pairs, of which only complete ones are kept. A given
 * location is added under that name. Text that `explainMetadata` refuses has no metadata.
 */
export function parseMetadata(text: string, location = ''): JsonObject {
  const meta = parseText(text) ?? {};
  return location.trim() === '' ? meta : { ...meta, location: location.trim() };
}

/** Returns the error of text that would be lost because it can't be parsed. */
export function explainMetadata(text: string): string | undefined {
  return text.trim() === '' || parseText(text) !== undefined
    ? undefined
    : "This isn't valid metadata. Enter JSON or key:value pairs.";
}

function parseText(text: string): JsonObject | undefined {
  // Colons and commas of broken JSON would make pairs with brackets and quotes in them.
  return parseJson(text) ?? (/^\s*[{[]/.test(text) ? undefined : parsePairs(text));
}

function parseJson(text: string): JsonObject | undefined {
  try {
    const parsed = JsonObject.safeParse(JSON.parse(text));
    return parsed.success && !Array.isArray(parsed.data) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function parsePairs(text: string): JsonObject | undefined {
  const pairs = text.split(',').flatMap((part) => {
    // Splits at the first colon only, because times and URLs contain colons.
    const colon = part.indexOf(':');
    const [key, value] = [part.slice(0, Math.max(colon, 0)).trim(), part.slice(colon + 1).trim()];
    return key !== '' && value !== '' ? [[key, value] as const] : [];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

import { JsonObject } from '#platform/contract/scalars.ts';

/**
 * Parses metadata: a JSON object, or comma-separated `key:value` pairs, of which only complete ones are kept. A given
 * location is added under that name.
 */
export function parseMetadata(text: string, location = ''): JsonObject {
  const meta = parseJson(text) ?? parsePairs(text);
  return location.trim() === '' ? meta : { ...meta, location: location.trim() };
}

/** Reports whether the text has no usable metadata. */
export function isLost(text: string): boolean {
  return text.trim() !== '' && text.trim() !== '{}' && Object.keys(parseMetadata(text)).length === 0;
}

function parseJson(text: string): JsonObject | undefined {
  try {
    const parsed = JsonObject.safeParse(JSON.parse(text));
    return parsed.success && !Array.isArray(parsed.data) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function parsePairs(text: string): JsonObject {
  const pairs = text.split(',').flatMap((part) => {
    // Splits at the first colon only, because times and URLs contain colons.
    const colon = part.indexOf(':');
    const [key, value] = [part.slice(0, Math.max(colon, 0)).trim(), part.slice(colon + 1).trim()];
    return key !== '' && value !== '' ? [[key, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * Returns the one spelling of percent-encoded text: upper-case digits, and no encoded letters, digits, `-`, `.`, `_` or `~`
 * (RFC 3986 section 6.2.2).
 */
export const normalizePercentEncoding = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/** Returns a web address with scheme and host in lower case, which are the same in any case (RFC 3986 section 6.2.2.1). */
const lowerCaseHost = (address: string): string =>
  address.replace(
    /^(https?:\/\/)((?:[^/?#]*@)?)([^/?#]*)/i,
    (_, scheme: string, user: string, host: string) => `${scheme.toLowerCase()}${user}${lowerCaseAscii(host)}`,
  );

/** The database lowers no other letters either, so that both find the same spelling. */
const lowerCaseAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Decodes a part of a path, or returns it unchanged if its percent-encoding is malformed. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reports whether an identifier is a web address. */
export const isWebAddress = (identifier: string): boolean => /^https?:\/\//i.test(identifier);

const isUrn = (identifier: string): boolean => /^urn:/i.test(identifier);

/** Reports whether an identifier is of a kind that may have several spellings: a web address or a URN. */
export const hasSpellings = (identifier: string): boolean => isWebAddress(identifier) || isUrn(identifier);

/**
 * Returns the one spelling of a web address (`normalizePercentEncoding`, scheme and host in lower case) or of a URN, in which encoded characters stay
 * encoded, with digits in upper case (RFC 8141 section 3.1). Any other identifier is unchanged.
 */
export function inOneSpelling(identifier: string): string {
  if (isWebAddress(identifier)) return lowerCaseHost(normalizePercentEncoding(identifier));
  return isUrn(identifier) ? identifier.replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase()) : identifier;
}

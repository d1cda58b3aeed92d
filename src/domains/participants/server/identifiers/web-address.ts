/**
 * Returns the one spelling of percent-encoded text: upper-case digits, and no encoded letters, digits, `-`, `.`, `_` or `~`
 * (RFC 3986 section 6.2.2).
 */
export const normalizePercentEncoding = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/** Reports whether an identifier is a web address, which may have several spellings. */
export const isWebAddress = (identifier: string): boolean => /^https?:\/\//i.test(identifier);

/** Returns the one spelling of a web address. Any other identifier is unchanged. */
export const canonicalWebAddress = (identifier: string): string =>
  isWebAddress(identifier) ? normalizePercentEncoding(identifier) : identifier;

/** A block by its index or its hash. */
export type BlockReference = { readonly index: number } | { readonly hash: string };

/** Parses `123`, `#123`, `1,204` or 64 hex digits. Returns undefined for anything else. */
export function parseBlockReference(text: string): BlockReference | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return { hash: trimmed.toLowerCase() };
  const digits = trimmed.replace(/^#/, '').replaceAll(/(?<=\d)[,. \u202f](?=\d{3}\b)/g, '');
  if (!/^\d{1,16}$/.test(digits)) return undefined;
  const index = Number(digits);
  return Number.isSafeInteger(index) ? { index } : undefined;
}

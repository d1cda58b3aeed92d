/** Characters of a message that are interpreted: enough for any question, and a bound on the work for a pasted book. */
export const READ_MAX = 2000;

/** Normalizes case, accents and whitespace, and cuts the text at READ_MAX. */
export function fold(text: string): string {
  return (
    text
      .slice(0, READ_MAX)
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      // One character can decompose into 18.
      .slice(0, READ_MAX)
      .replaceAll(/[‘’ʼ`´]/g, "'")
      .replaceAll(/[“”«»]/g, '"')
      .replaceAll(/[‐-―−]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .toLowerCase()
      .trim()
  );
}

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

/**
 * Normalizes case, accents, quotes and dashes of the part that is read, character by character: a position in the
 * result is the same position in the message.
 */
export function foldAligned(message: string): string {
  return Array.from({ length: Math.min(message.length, READ_MAX) }, (_, at) => foldCharacter(message[at] ?? ' ')).join(
    '',
  );
}

function foldCharacter(character: string): string {
  if (/[‘’ʼ`´]/.test(character)) return "'";
  if (/[“”«»„]/.test(character)) return '"';
  if (/[‐-―−]/.test(character)) return '-';
  if (/\s/.test(character)) return ' ';
  const plain = character
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.length === 1 ? plain : character;
}

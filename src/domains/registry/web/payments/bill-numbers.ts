/** A bill number as people type it: in any case, its four parts set apart by hyphens, spaces or nothing. */
const TYPED = /^(\d{4})[\s-]*([0-9A-Z]{4})[\s-]*([0-9A-Z]{4})[\s-]*([0-9A-Z]{4})$/;
const EACH = new RegExp(TYPED.source.slice(1, -1), 'g');

/**
 * Returns the bill numbers in a text, each once, as they are printed. Commas, semicolons and line breaks separate numbers; spaces do,
 * where whole numbers follow one another. What is no number is kept, for the server to say so.
 */
export function numbersIn(text: string): string[] {
  const pieces = text
    .toUpperCase()
    .replaceAll(/[‐-―]/g, '-')
    .split(/[,;\n]+/);
  const numbers = pieces.flatMap((piece) => {
    const typed = piece.trim();
    const found = [...typed.matchAll(EACH)].map(([, ...parts]) => parts.join('-'));
    const isAll = found.length > 0 && typed.replaceAll(EACH, '').trim() === '';
    return isAll ? found : typed.split(/\s+/);
  });
  return [...new Set(numbers)].filter((one) => one !== '');
}

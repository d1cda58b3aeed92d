import { z } from 'zod';

/** A bill number as people type it: in any case, its four parts set apart by hyphens, spaces or nothing. */
const TYPED = /^(\d{4})[\s-]*([0-9A-Z]{4})[\s-]*([0-9A-Z]{4})[\s-]*([0-9A-Z]{4})$/;
const EACH = new RegExp(TYPED.source.slice(1, -1), 'g');

/** Returns a text with capital letters and plain hyphens, because word processors turn hyphens into dashes. */
const plain = (text: string) => text.toUpperCase().replaceAll(/[‐-―]/g, '-');

/** Four digits of the year and twelve random letters and digits. Parses what people type into what is printed on the bill. */
export const BillNumber = z
  .string()
  .overwrite((text) => TYPED.exec(plain(text.trim()))?.slice(1).join('-') ?? text)
  .regex(/^\d{4}(-[0-9A-Z]{4}){3}$/, 'A bill number is a year and three groups of four letters and digits')
  .meta({
    id: 'BillNumber',
    description: 'As printed on the bill. Lower case is accepted, and the hyphens may be spaces or missing.',
    example: '2026-7K3M-PQ9X-2D4F',
  });

/**
 * Returns the bill numbers in a text, each once, as they are printed. Commas, semicolons and line breaks separate numbers; spaces do,
 * between whole numbers. Text that is not a number is kept, so that the server can report it.
 */
export function billNumbersIn(text: string): string[] {
  const numbers = plain(text)
    .split(/[,;\n]+/)
    .flatMap((piece) => {
      const typed = piece.trim();
      const found = [...typed.matchAll(EACH)].map(([, ...parts]) => parts.join('-'));
      const isAll = found.length > 0 && typed.replaceAll(EACH, '').trim() === '';
      return isAll ? found : typed.split(/\s+/);
    });
  return [...new Set(numbers)].filter((one) => one !== '');
}

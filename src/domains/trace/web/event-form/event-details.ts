import { Coordinates } from '#domains/trace/contract.ts';

/**
 * The units of a quantity: UN/CEFACT Recommendation 20, as in an EPCIS `uom`. Other units go into the metadata.
 */
export const units = [
  { value: 'H87', label: 'pieces' },
  { value: 'KGM', label: 'kilograms' },
  { value: 'GRM', label: 'grams' },
  { value: 'TNE', label: 'tonnes' },
  { value: 'LTR', label: 'litres' },
  { value: 'MLT', label: 'millilitres' },
  { value: 'MTR', label: 'metres' },
  { value: 'MTK', label: 'square metres' },
  { value: 'MTQ', label: 'cubic metres' },
  { value: 'XBX', label: 'boxes' },
  { value: 'XPX', label: 'pallets' },
] as const;

/** Parses `60.39, 5.32` (latitude first, separated by a space or comma). Returns undefined for empty text. */
export function coordinatesIn(text: string): Coordinates | 'unreadable' | undefined {
  if (text.trim() === '') return undefined;
  const [, latitude, longitude] = /^\s*([+-]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? [];
  const read = Coordinates.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  return read.success ? read.data : 'unreadable';
}

/** Parses a non-negative number with a point or comma. Returns undefined for empty text. */
export function quantityIn(text: string): number | 'unreadable' | undefined {
  if (text.trim() === '') return undefined;
  return /^\d{1,15}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 'unreadable';
}

/** Returns the ids in a list separated by commas, semicolons or line breaks, without duplicates. */
export function inputsIn(text: string): string[] {
  return [...new Set(text.split(/[,;\n]/).map((one) => one.trim()))].filter((one) => one !== '');
}

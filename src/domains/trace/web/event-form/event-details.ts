import { Coordinates } from '#domains/trace/contract.ts';

/**
 * The units that a quantity may have here: UN/CEFACT Recommendation 20, as in an EPCIS `uom`. Others go into the metadata.
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

/** Reads `60.39, 5.32` (latitude first, a blank or a comma between); undefined where nothing was typed. */
export function coordinatesIn(text: string): Coordinates | 'unreadable' | undefined {
  if (text.trim() === '') return undefined;
  const [, latitude, longitude] = /^\s*([+-]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? [];
  const read = Coordinates.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  return read.success ? read.data : 'unreadable';
}

/** Reads a number that is not negative, with a point or a comma; undefined where nothing was typed. */
export function quantityIn(text: string): number | 'unreadable' | undefined {
  if (text.trim() === '') return undefined;
  return /^\d{1,15}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 'unreadable';
}

/** The ids in a list with commas, semicolons or new lines between, each once. */
export function inputsIn(text: string): string[] {
  return [...new Set(text.split(/[,;\n]/).map((one) => one.trim()))].filter((one) => one !== '');
}

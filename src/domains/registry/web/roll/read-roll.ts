import { z } from 'zod';
import { ParcelInput } from '#domains/registry/contract.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { parseCsv } from '#platform/web/parse-csv.ts';
import { type FileWords, inFileWords } from './file-words.ts';
import { readOwners } from './read-owners.ts';

/** A row that can be sent. `line` is the line of a CSV file, or the number of a GeoJSON feature. */
export type RollRow = { readonly line: number; readonly parcel: ParcelInput };

/** A row that the server would reject, with the reason. */
export type BadRow = { readonly line: number; readonly propertyId: string; readonly problem: string };

export type Roll = { readonly good: readonly RollRow[]; readonly bad: readonly BadRow[]; readonly words: FileWords };

/** Larger rolls are imported in parts. */
export const ROLL_ROWS_MAX = 200_000;

/** Columns and GeoJSON properties by name, ignoring case, spaces and punctuation. Others are left out. */
const known: Readonly<Record<string, keyof ParcelInput>> = {
  propertyid: 'propertyId',
  parcelid: 'propertyId',
  parcelnumber: 'propertyId',
  id: 'propertyId',
  address: 'address',
  neighborhood: 'neighborhood',
  district: 'neighborhood',
  propertytype: 'propertyType',
  use: 'propertyType',
  squarefootage: 'squareFootage',
  buildingsquarefeet: 'squareFootage',
  lotsquarefeet: 'lotSquareFeet',
  yearbuilt: 'yearBuilt',
  geometry: 'geometry',
  owners: 'owners',
  owner: 'owners',
};
const fieldOf = (name: string) => known[name.toLowerCase().replaceAll(/[^a-z]/g, '')];

/**
 * Reads a roll from CSV, with the names of the columns in the first line, or from a GeoJSON FeatureCollection, and checks each
 * row with the server's own schema.
 *
 * @throws Error with the reason if the file as a whole is unusable
 */
export function readRoll(text: string): Roll {
  const { rows, words } = /^\s*\{/.test(text) ? rowsOfGeoJson(text) : rowsOfCsv(text);
  if (rows.length === 0) throw new Error('The file has no properties.');
  if (rows.length > ROLL_ROWS_MAX)
    throw new Error(`The file has more than ${ROLL_ROWS_MAX.toLocaleString('en-US')} properties. Split it.`);
  const seen = new Map<unknown, number>();
  const good: RollRow[] = [];
  const bad: BadRow[] = [];
  for (const { line, fields } of rows) {
    const parsed = check(fields, words);
    const earlier = fields.propertyId === undefined ? undefined : seen.get(fields.propertyId);
    const problem = earlier === undefined ? parsed.problem : `${words.unit} ${earlier} has the same property`;
    seen.set(fields.propertyId, earlier ?? line);
    if (parsed.parcel !== undefined && problem === undefined) good.push({ line, parcel: parsed.parcel });
    else bad.push({ line, propertyId: String(fields.propertyId ?? ''), problem: problem ?? '' });
  }
  return { good, bad, words };
}

type Fields = Partial<Record<keyof ParcelInput, unknown>>;
type Row = { readonly line: number; readonly fields: Fields };

type Rows = { readonly rows: Row[]; readonly words: FileWords };

function rowsOfCsv(text: string): Rows {
  const [first, ...rows] = parseCsv(text);
  if (first === undefined) throw new Error('The file is empty. The first line must have the column names.');
  const columns = first.cells.map(fieldOf);
  requireColumns(columns);
  const named = first.cells.flatMap((name, at) => (columns[at] === undefined ? [] : [[columns[at], name.trim()]]));
  const words: FileWords = { unit: 'Line', columns: Object.fromEntries(named) };
  const read = rows.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = cells[at]?.trim() ?? '';
        return column === undefined || cell === '' ? [] : [[column, valueOfCell(column, cell)]];
      }),
    ),
  }));
  return { rows: read, words };
}

function requireColumns(columns: readonly (keyof ParcelInput | undefined)[]): void {
  const names = { propertyId: 'property_id', address: 'address', neighborhood: 'neighborhood', propertyType: 'use' };
  for (const [column, name] of Object.entries(names))
    if (!columns.includes(column as keyof ParcelInput))
      throw new Error(`The column ${name} is missing. The first line must have the column names.`);
  const doubled = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (doubled !== undefined) throw new Error(`Two columns give the ${doubled}.`);
}

const isNumeric = (column: keyof ParcelInput) =>
  column === 'squareFootage' || column === 'lotSquareFeet' || column === 'yearBuilt';

function valueOfCell(column: keyof ParcelInput, cell: string): unknown {
  if (isNumeric(column)) return /^-?[\d,]+(\.\d+)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : cell;
  if (column === 'owners') return readOwners(cell);
  if (column !== 'geometry') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

const FeatureCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({ geometry: z.unknown(), properties: z.record(z.string(), z.unknown()).nullable().default({}) }),
  ),
});

function rowsOfGeoJson(text: string): Rows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The file is not valid JSON.');
  }
  const { data } = FeatureCollection.safeParse(value);
  if (data === undefined) throw new Error('A GeoJSON roll is a FeatureCollection with one feature for each property.');
  const columns: Partial<Record<keyof ParcelInput, string>> = {};
  const rows = data.features.map(({ geometry, properties }, n) => {
    const fields: Fields = { geometry: geometry ?? undefined };
    for (const [name, of] of Object.entries(properties ?? {})) {
      const field = fieldOf(name);
      if (field === undefined || field === 'geometry' || of === null) continue;
      columns[field] ??= name;
      fields[field] = typeof of === 'string' ? valueOfCell(field, of.trim()) : of;
    }
    return { line: n + 1, fields };
  });
  return { rows, words: { unit: 'Feature', columns } };
}

function check(fields: Fields, words: FileWords): { parcel?: ParcelInput; problem?: string } {
  const candidate = {
    squareFootage: 0,
    ...fields,
    ...(typeof fields.propertyType === 'string' ? { propertyType: fields.propertyType.toLowerCase() } : {}),
  };
  const { data, error } = ParcelInput.safeParse(candidate, { error: explainIssues('body') });
  if (data !== undefined) return { parcel: data };
  return { problem: error?.issues.map(({ path, message }) => inFileWords(words, path, message)).join('. ') ?? '' };
}

import type { ParcelInput } from '#domains/registry/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';

type Field = keyof ParcelInput;

/** The names that a file uses instead of the API's: its columns or properties, and whether it counts lines or features. */
export type FileWords = {
  readonly unit: 'Line' | 'Feature';
  readonly columns: Readonly<Partial<Record<Field, string>>>;
};

/** The names in the template, for a column that the file lacks. */
const usual: Readonly<Record<string, string>> = {
  propertyId: 'property_id',
  address: 'address',
  neighborhood: 'neighborhood',
  propertyType: 'use',
  squareFootage: 'square_footage',
  lotSquareFeet: 'lot_square_feet',
  yearBuilt: 'year_built',
  geometry: 'geometry',
  owners: 'owners',
};

/** Returns a problem of a field in the words of the file: the column first, or in place of the field's name. */
export function inFileWords({ columns }: FileWords, path: readonly PropertyKey[], message: string): string {
  const [field] = path.map(String);
  if (field === undefined) return message;
  const column = columns[field as Field] ?? usual[field] ?? field;
  const dotted = path.join('.');
  const named = [dotted, field].find((name) => new RegExp(`\\b${escaped(name)}\\b`).test(message));
  if (named === undefined) return `${column}: ${message}`;
  return message.replace(new RegExp(`\\b${escaped(named)}\\b`), column);
}

/** Returns why a request with rows failed, with the line and column of each row that the server names. */
export function failureInFileWords(words: FileWords, lines: readonly number[], cause: unknown): string {
  const named =
    cause instanceof ApiError
      ? cause.errors.flatMap(({ pointer, message }) => {
          const [, list, at, ...path] = pointer.split('/');
          const line = list === 'parcels' ? lines[Number(at)] : undefined;
          if (line === undefined) return [];
          const own = message.replace(new RegExp(`\\bparcels\\.${at}\\.`), '');
          return [`${words.unit} ${line}: ${inFileWords(words, path, own)}.`];
        })
      : [];
  if (named.length > 0) return named.join(' ');
  return cause instanceof Error ? cause.message : "The server didn't answer.";
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

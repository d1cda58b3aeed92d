import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

type Searchable = Pick<AssetState, 'assetId' | 'name' | 'location'>;

/** The texts known to be in the search tables, so that only new ones are written. */
export type KnownTexts = {
  /** Returns the writes that make these assets searchable by short terms and by location, or none. */
  writesFor(assets: readonly Searchable[], isNew: IsNew): WriteStatement[];
  /** Call once those writes are committed. */
  note(assets: readonly Searchable[], isNew: IsNew): void;
};

/** Reports whether a batch creates the asset. */
type IsNew = (assetId: string) => boolean;

/** Bounds the cache. A dropped entry only costs a write without effect. */
const REMEMBERED_MAX = 200_000;

/** Loads the texts in the tables, and returns the writer for new ones. */
export async function loadKnownTexts(db: Database): Promise<KnownTexts> {
  const [gramRows, locationRows] = await Promise.all([
    db.selectFrom('asset_grams').select('gram').limit(REMEMBERED_MAX).execute(),
    db.selectFrom('asset_locations').select('location').limit(REMEMBERED_MAX).execute(),
  ]);
  const grams = new Set(gramRows.map((row) => row.gram));
  const locations = new Set(locationRows.map((row) => row.location));
  return {
    writesFor(assets, isNew) {
      const newLocations = missing(assets.flatMap(locationOf), locations);
      const newGrams = missing(textsToLearn(assets, isNew, locations).flatMap(gramsOfText), grams);
      return [
        ...(newLocations.length > 0 ? [insertLocations(newLocations)] : []),
        ...(newGrams.length > 0 ? [insertGrams(newGrams)] : []),
      ];
    },
    note(assets, isNew) {
      remember(textsToLearn(assets, isNew, locations).flatMap(gramsOfText), grams);
      remember(assets.flatMap(locationOf), locations);
    },
  };
}

/** Returns the texts to add: id and name of a new asset, and an unknown location. */
const textsToLearn = (assets: readonly Searchable[], isNew: IsNew, locations: ReadonlySet<string>): string[] =>
  assets.flatMap(({ assetId, name, location }) => [
    ...(isNew(assetId) ? [assetId, name] : []),
    ...(location === undefined || locations.has(location) ? [] : [location]),
  ]);

const gramsOfText = (text: string): string[] => [...gramsOf(text)];

const missing = (texts: readonly string[], known: ReadonlySet<string>) =>
  [...new Set(texts.filter((text) => !known.has(text)))].toSorted();

function remember(texts: readonly string[], known: Set<string>): void {
  if (known.size > REMEMBERED_MAX) known.clear();
  for (const text of texts) known.add(text);
}

const locationOf = ({ location }: Searchable): string[] => (location === undefined ? [] : [location]);

/** Returns the one- and two-letter sequences of an asset's searchable texts, for short search terms. */
export function gramsOfAsset({ assetId, name, location }: Searchable): string[] {
  return [assetId, name, location ?? ''].flatMap((field) => [...gramsOf(field)]);
}

/** Returns the one- and two-letter sequences of a text, in lower case. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  const lower = lowerCase(text);
  const letters = isAscii(text) ? lower : [...lower];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? '';
    grams.add(letter);
    if (at + 1 < letters.length) grams.add(letter + letters[at + 1]);
  }
  return grams;
}

const insertLocations = (locations: readonly string[]) => write`
  insert into asset_locations (location) select * from unnest(${textArray(locations)}::text[]) on conflict do nothing
`;

export const insertGrams = (grams: readonly string[]) => write`
  insert into asset_grams (gram) select * from unnest(${textArray(grams)}::text[]) on conflict do nothing
`;

/**
 * Converts text to lower case letter by letter, like PostgreSQL's `lower`. JavaScript's own looks at the whole word (a
 * final sigma) and may return two letters for one (a dotted capital I), which would not match the database.
 */
export const lowerCase = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : Array.from(text, (letter) => Array.from(letter.toLowerCase())[0] ?? letter).join('');

/** Most texts are ASCII and skip the letter-by-letter conversion, which each new asset would pay for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII too
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

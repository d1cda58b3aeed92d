import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { AssetState } from './journey.ts';

type Searchable = Pick<AssetState, 'assetId' | 'name' | 'location'>;

/** Which texts the search tables are known to hold, so that only new ones are written. */
export type KnownTexts = {
  /** The writes that let these assets be found by short terms and by their locations; none when nothing is new. */
  writesFor(assets: readonly Searchable[], isNew: IsNew): WriteStatement[];
  /** To be called once those writes are committed. */
  note(assets: readonly Searchable[], isNew: IsNew): void;
};

/** True for an asset that a batch creates. */
type IsNew = (assetId: string) => boolean;

/** What is remembered is bounded: forgetting costs writes that change nothing. */
const REMEMBERED_MAX = 200_000;

/** Reads what the tables hold, and gives the writer for what they do not. */
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

/** An asset's id and name are new with the asset; a location that is known has its sequences known too. */
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

/** The one- and two-letter sequences of an asset's searchable texts: what a short search term is looked up in. */
export function gramsOfAsset({ assetId, name, location }: Searchable): string[] {
  return [assetId, name, location ?? ''].flatMap((field) => [...gramsOf(field)]);
}

/** The one- and two-letter sequences of a text, in lower case. */
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
 * Text in lower case letter by letter, as PostgreSQL's `lower` gives it. JavaScript's own looks at the whole word (a final
 * sigma) and may give two letters for one (a dotted capital I), and would then not find what the database holds.
 */
export const lowerCase = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : Array.from(text, (letter) => Array.from(letter.toLowerCase())[0] ?? letter).join('');

/** Most texts are: their letters need no looking up one by one, which each new asset would pay for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

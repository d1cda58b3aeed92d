import { type RawBuilder, sql } from 'kysely';

/** What narrows a list of assets. */
export type AssetFilter = {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: string | undefined;
  readonly batch?: string | undefined;
};

/** A condition on a row of `assets` beside its row of `asset_list`. */
export type Condition = RawBuilder<unknown>;

/** Conditions for all filters but the search text. */
export function filtersOf({ category, status, batch }: AssetFilter): Condition[] {
  return [
    ...(category === undefined ? [] : [sql`assets.category = ${category}`]),
    ...(status === undefined ? [] : [sql`asset_list.status = ${status}`]),
    ...(batch === undefined ? [] : [sql`assets.batch = ${batch}`]),
  ];
}

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

const escaped = (term: string) => term.replaceAll(/[\\%_]/g, '\\$&');
const pattern = (term: string) => `%${escaped(term)}%`;

const text = sql`lower(assets.asset_id || E'\n' || assets.name)`;

/** A text holds the term; both are in lower case. */
export const holds = (lowerText: Condition, term: string): Condition => sql`${lowerText} like ${pattern(term)}`;

/** The id or the name holds the term. */
export const inAssetText = (term: string): Condition => holds(text, term);

/** What stands before a word. The index keeps how words begin, and asked for each of these it answers at once. */
const separators = ['\n', ' ', '-', '_', '.', ':', '/', '(', '#'];

/** A word of the id or the name begins with the term: of one or two letters, the only thing that the index can tell. */
export const beginsWord = (term: string): Condition => {
  const patterns = [`${escaped(term)}%`, ...separators.map((separator) => pattern(separator + term))];
  return sql`(${sql.join(
    patterns.map((like) => sql`${text} like ${like}`),
    sql` or `,
  )})`;
};

/** It is at a location that holds the term. */
export const inLocation = (term: string): Condition =>
  sql`asset_list.location in (select location from asset_locations where ${holds(sql`lower(location)`, term)})`;

export const anywhere = (term: string): Condition => sql`(${inAssetText(term)} or ${inLocation(term)})`;

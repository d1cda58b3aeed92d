import { type RawBuilder, sql } from 'kysely';

/** The filters of an asset list. */
export type AssetFilter = {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: string | undefined;
  readonly batch?: string | undefined;
  readonly custodian?: string | undefined;
  readonly participant?: string | undefined;
  readonly addressee?: string | undefined;
  readonly open?: boolean | undefined;
};

/** A filter whose participant is replaced by the assets that it handled. */
export type ResolvedFilter = Omit<AssetFilter, 'participant'> & { readonly handled?: readonly string[] | undefined };

/** A condition on a row of `assets` joined with its row of `asset_list`. */
export type Condition = RawBuilder<unknown>;

/** Returns the conditions for all filters except the search text. */
export function filtersOf({
  category,
  status,
  batch,
  custodian,
  handled,
  addressee,
  open,
}: ResolvedFilter): Condition[] {
  return [
    ...(category === undefined ? [] : [sql`assets.category = ${category}`]),
    ...(status === undefined ? [] : [sql`asset_list.status = ${status}`]),
    ...(batch === undefined ? [] : [sql`assets.batch = ${batch}`]),
    ...(custodian === undefined ? [] : [sql`asset_list.custodian = ${custodian}`]),
    ...(handled === undefined ? [] : [sql`assets.asset_id = any(${handled}::text[])`]),
    ...(addressee === undefined ? [] : [sql`asset_list.addressee = ${addressee}`]),
    ...(open ? [sql`asset_list.in_shipment and asset_list.addressee is null`] : []),
  ];
}

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

const escaped = (term: string) => term.replaceAll(/[\\%_]/g, '\\$&');
const pattern = (term: string) => `%${escaped(term)}%`;

const text = sql`lower(assets.asset_id || E'\n' || assets.name)`;

/** Matches a text that contains the term, both in lower case. */
export const holds = (lowerText: Condition, term: string): Condition => sql`${lowerText} like ${pattern(term)}`;

/** Matches assets whose id or name contains the term. */
export const inAssetText = (term: string): Condition => holds(text, term);

/** Characters before a word. The index has the beginnings of words, and answers each of these quickly. */
const separators = ['\n', ' ', '-', '_', '.', ':', '/', '(', '#'];

/** Matches a word of the id or name that starts with the term: for one or two letters, all that the index can find. */
export const beginsWord = (term: string): Condition => {
  const patterns = [`${escaped(term)}%`, ...separators.map((separator) => pattern(separator + term))];
  return sql`(${sql.join(
    patterns.map((like) => sql`${text} like ${like}`),
    sql` or `,
  )})`;
};

/** Matches assets at a location that contains the term. */
export const inLocation = (term: string): Condition =>
  sql`asset_list.location in (select location from asset_locations where ${holds(sql`lower(location)`, term)})`;

export const anywhere = (term: string): Condition => sql`(${inAssetText(term)} or ${inLocation(term)})`;

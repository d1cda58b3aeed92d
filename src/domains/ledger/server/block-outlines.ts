import { sql } from 'kysely';
import type { Block } from '#domains/ledger/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type BlockFilter, type BlockRow, filtered, refuseUnreadable, toBlock } from './blocks.ts';

/** The fields of a block's data to read: top-level fields, and fields of the object in the field `inside`. */
export type Outline = {
  readonly fields: readonly string[];
  readonly inside: string;
  readonly innerFields: readonly string[];
};

/**
 * A block whose data has only the fields of an outline, with null for missing ones. `insideText` is the whole object as
 * JSON.
 */
export type OutlinedBlock = Block & { readonly insideText: string };

/**
 * Reads matching blocks without parsing the rest of their data in this process: 500 blocks of 48 KiB would hold the
 * main thread for a second. Omits the whole object if `withText` is false.
 */
export async function readOutlines(
  db: Database,
  filter: BlockFilter,
  page: { limit: number; offset?: number; order: 'oldest' | 'newest'; withText: boolean },
  { fields, inside, innerFields }: Outline,
): Promise<OutlinedBlock[]> {
  if (page.limit === 0) return [];
  const rows = filtered(db, filter)
    .select(['index', 'timestamp', 'hash', 'prev_hash', 'data'])
    .orderBy('index', page.order === 'oldest' ? 'asc' : 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0);
  const object = sql`case when json_typeof(own.${sql.ref(inside)}) = 'object' then own.${sql.ref(inside)} end`;
  const { rows: read } = await sql<BlockRow & { inside: string | null }>`
    select page.index, page.timestamp, page.hash, page.prev_hash, outline.data, outline.inside
    from (${rows}) as page cross join lateral (
      select json_build_object(${pairs('own', fields)}, ${sql.lit(inside)}, (
          select json_build_object(${pairs('inner_fields', innerFields)})
          from json_to_record(${object}) as inner_fields (${columns(innerFields)})
        ))::text as data,
        ${page.withText ? sql`(${object})::text` : sql`null`} as inside
      from json_to_record(page.data::json) as own (${columns([...fields, inside])})
    ) as outline
    order by page.index ${sql.raw(page.order === 'oldest' ? 'asc' : 'desc')}
  `
    .execute(db)
    .catch(refuseUnreadable);
  return read.map((row) => ({ ...toBlock(row), insideText: row.inside ?? '{}' }));
}

const pairs = (table: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${table}.${name}`)}`));

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql`${sql.ref(name)} json`));

import { byteaArray, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type DocumentRow = {
  readonly propertyId: string;
  readonly sha256: string;
  readonly title: string;
  readonly blockIndex: number;
};

export const insertDocuments = (rows: readonly DocumentRow[]): WriteStatement => write`
  insert into parcel_documents (property_id, sha256, title, block_index) select * from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[],
    ${byteaArray(rows.map((row) => Buffer.from(row.sha256, 'hex')))}::bytea[],
    ${textArray(rows.map((row) => row.title))}::text[], ${int8Array(rows.map((row) => row.blockIndex))}::bigint[]
  ) on conflict (property_id, sha256) do nothing
`;

type DocumentPage = { readonly page: number; readonly limit: number; readonly sha256?: string | undefined };

/** Reads a page of the documents of a parcel, newest first, or the one with this SHA-256, and their number. */
export async function readDocuments(db: Database, propertyId: string, { page, limit, sha256 }: DocumentPage) {
  const own = db
    .selectFrom('parcel_documents')
    .where('property_id', '=', propertyId)
    .$if(sha256 !== undefined, (query) => query.where('sha256', '=', Buffer.from(sha256 ?? '', 'hex')));
  const [rows, { total }] = await Promise.all([
    own
      .select(['sha256', 'title', 'block_index'])
      .orderBy('block_index', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    documents: rows.map((row) => ({
      sha256: row.sha256.toString('hex'),
      title: row.title,
      blockIndex: row.block_index,
    })),
    total: Number(total),
  };
}

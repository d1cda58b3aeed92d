import { byteaArray, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type DocumentRow = {
  readonly propertyId: string;
  readonly sha256: string;
  readonly title: string;
  readonly blockIndex: number;
};

/** The maximum number of documents that a parcel's page lists, newest first. */
const LISTED_MAX = 200;

export const insertDocuments = (rows: readonly DocumentRow[]): WriteStatement => write`
  insert into parcel_documents (property_id, sha256, title, block_index) select * from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[],
    ${byteaArray(rows.map((row) => Buffer.from(row.sha256, 'hex')))}::bytea[],
    ${textArray(rows.map((row) => row.title))}::text[], ${int8Array(rows.map((row) => row.blockIndex))}::bigint[]
  ) on conflict (property_id, sha256) do nothing
`;

export async function readDocuments(db: Database, propertyId: string): Promise<Omit<DocumentRow, 'propertyId'>[]> {
  const rows = await db
    .selectFrom('parcel_documents')
    .select(['sha256', 'title', 'block_index'])
    .where('property_id', '=', propertyId)
    .orderBy('block_index', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({ sha256: row.sha256.toString('hex'), title: row.title, blockIndex: row.block_index }));
}

import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

type Range = {
  readonly kind: string;
  readonly known: readonly string[];
  readonly after: string;
  readonly upTo: string | undefined;
};

/** Reads the ids of payments of a kind after one id and up to another that are none of the known ones. */
export async function readUnknownPayments(db: Database, { kind, known, after, upTo }: Range): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payments where kind = ${kind} and payment_id > ${after}
      ${upTo === undefined ? sql`` : sql`and payment_id <= ${upTo}`} and payment_id <> all(${textArray(known)}::text[])
    order by payment_id
  `.execute(db);
  return rows.map((row) => row.payment_id);
}

import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type PaymentRow, readPayments } from './payments.ts';

/** Reads the pending bank transfers of a kind that pay any of these subjects, oldest first. */
export async function readAnnouncedOn(
  db: Database,
  kind: string,
  subjects: readonly string[],
  limit: number,
): Promise<PaymentRow[]> {
  const wanted = sql`${textArray(subjects)}::text[]`;
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id, opened_index from payments
    where subject = any(${wanted}) and state = 'pending' and method = 'bank' and kind = ${kind}
    union
    select payments.payment_id, opened_index from payment_parts join payments using (payment_id)
    where payment_parts.subject = any(${wanted}) and state = 'pending' and method = 'bank' and kind = ${kind}
    order by opened_index limit ${limit}
  `.execute(db);
  const payments = await readPayments(
    db,
    rows.map((row) => row.payment_id),
  );
  return payments.toSorted((a, b) => a.openedIndex - b.openedIndex);
}

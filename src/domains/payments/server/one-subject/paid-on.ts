import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from '../payments.ts';
import type { OneSubject } from './settings.ts';

/** Returns what a completed payment brought to its subject, without the fee of its method. */
export const paidBy = ({ part }: Pick<OneSubject, 'part'>, { allocations }: PaymentRow): number =>
  allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);

/**
 * Reads what completed payments brought to subjects, by subject and payment: the amounts in the blocks that settled them, without the fees of
 * methods. A row that differs from its block counts for nothing.
 */
export async function readPaidOn(
  db: Database,
  { kind, action, field }: Pick<OneSubject, 'kind' | 'action' | 'field'>,
  subjects: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const paid = new Map(subjects.map((subject) => [subject, new Map<string, number>()]));
  if (subjects.length === 0) return paid;
  const { rows } = await sql<{ id: string; subject: string; cents: number }>`
    select payment_id as id, subject, (coalesce((d->>'amount_cents')::bigint, 0) - coalesce((d->>'method_fee_cents')::bigint, 0))
      * case action when ${`${action}_reversed`} then -1 else 1 end as cents
    from (
      select payment_id, subject, ledger_blocks.action, data::jsonb as d from payments join ledger_blocks on index = settled_index
      where kind = ${kind} and subject = any(${textArray(subjects)}::text[]) and state = 'completed'
        and ledger_blocks.action in (${`${action}_completed`}, ${`${action}_reversed`})
    ) as settled
    where d->>${field} = subject and payment_id = case action when ${`${action}_reversed`} then d->>'reversal' else d->>'payment' end
  `.execute(db);
  for (const { id, subject, cents } of rows) paid.get(subject)?.set(id, cents);
  return paid;
}

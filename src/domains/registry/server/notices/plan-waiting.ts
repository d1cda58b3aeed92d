import { sql } from 'kysely';
import { insertNotices, type NewNotice } from './insert-notices.ts';
import type { NoticeServices } from './notice-facts.ts';
import { LATEST_MILLISECONDS } from './plan-due.ts';

const AT_ONCE = 200;

/** Makes a notice of each automatic payment that waits for its payer. Safe to repeat and to run in several processes. */
export async function planWaiting({ database, clock }: NoticeServices, mails: boolean): Promise<void> {
  const { rows } = await sql<
    Pick<NewNotice, 'propertyId' | 'billNumber' | 'cents' | 'payerId' | 'at'> & { id: string }
  >`
    select c.property_id as "propertyId", c.bill as "billNumber", c.payment_id as id, p.amount_cents as cents,
      c.account_id::text as "payerId", (extract(epoch from c.started_at) * 1000)::bigint as at
    from autopay_charges c join payments p on p.payment_id = c.payment_id
    where c.outcome = 'started' and p.state = 'pending'
      and not exists (select from notices n where n.subject = 'payment:' || c.payment_id and n.kind = 'payment_waiting')
    order by c.started_at limit ${AT_ONCE}
  `.execute(database);
  const notices = rows.map(({ id, ...facts }): NewNotice => {
    const none = { due: null, moreCents: null, moreAfter: null };
    return { ...facts, ...none, kind: 'payment_waiting', subject: `payment:${id}`, paymentId: id };
  });
  const now = clock();
  await insertNotices(database, notices, { now, mailsFrom: mails ? now - LATEST_MILLISECONDS : undefined });
}

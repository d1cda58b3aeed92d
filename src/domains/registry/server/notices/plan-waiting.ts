import { sql } from 'kysely';
import { readPayments } from '#domains/payments/server/index.ts';
import { insertNotices, type NewNotice } from './insert-notices.ts';
import type { NoticeServices } from './notice-facts.ts';
import { LATEST_MILLISECONDS } from './plan-due.ts';

const AT_ONCE = 200;

/** Makes a notice of each automatic payment that waits for its payer. Safe to repeat and to run in several processes. */
export async function planWaiting({ database, clock }: NoticeServices, mails: boolean): Promise<void> {
  const { rows } = await sql<Pick<NewNotice, 'propertyId' | 'billNumber' | 'payerId' | 'at'> & { id: string }>`
    select property_id as "propertyId", bill as "billNumber", payment_id as id, account_id::text as "payerId",
      (extract(epoch from started_at) * 1000)::bigint as at
    from autopay_charges c
    where outcome = 'started' and payment_id is not null
      and not exists (select from notices n where n.subject = 'payment:' || c.payment_id and n.kind = 'payment_waiting')
    order by started_at limit ${AT_ONCE}
  `.execute(database);
  const payments = await readPayments(
    database,
    rows.map(({ id }) => id),
  );
  const notices = rows.flatMap(({ id, ...facts }): NewNotice[] => {
    const payment = payments.find(({ paymentId }) => paymentId === id);
    if (payment?.state !== 'pending') return [];
    const none = { due: null, moreCents: null, moreAfter: null };
    const cents = payment.amountCents;
    return [{ ...facts, ...none, cents, kind: 'payment_waiting', subject: `payment:${id}`, paymentId: id }];
  });
  const now = clock();
  await insertNotices(database, notices, { now, mailsFrom: mails ? now - LATEST_MILLISECONDS : undefined });
}

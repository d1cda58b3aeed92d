import { sql } from 'kysely';
import { findById } from '#domains/participants/server/index.ts';
import { isDispute, type PaymentRow, readSettledAfter, subjectsOf } from '#domains/payments/server/index.ts';
import type { NoticeKind } from '#domains/registry/contract/notices.ts';
import type { Database } from '#platform/server/database/database.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { ensurePartyOfAccount } from '../rights/parties.ts';
import { insertNotices, type NewNotice } from './insert-notices.ts';
import type { NoticeServices } from './notice-facts.ts';
import { LATEST_MILLISECONDS } from './plan-due.ts';

const PAYMENTS_AT_ONCE = 200;

/**
 * Makes the notices of payments that were completed, failed or taken back since the previous round, in the order of their blocks. Safe
 * to repeat and to run in several processes.
 */
export async function planPayments(registry: NoticeServices, mails: boolean, signal?: AbortSignal): Promise<void> {
  const { database, clock } = registry;
  for (let more = true; more && signal?.aborted !== true; ) {
    const payments = await readSettledAfter(database, PROPERTY_TAX, await readIndex(database), PAYMENTS_AT_ONCE);
    const last = payments.at(-1)?.settledIndex ?? null;
    if (last === null) return;
    const notices = (await Promise.all(payments.map((payment) => toNotices(database, payment)))).flat();
    const now = clock();
    const mailsFrom = mails ? now - LATEST_MILLISECONDS : undefined;
    await insertNotices(database, notices, { now, mailsFrom });
    await sql`update notice_progress set after_index = greatest(after_index, ${last})`.execute(database);
    more = payments.length === PAYMENTS_AT_ONCE;
  }
}

/** Returns the notices of a payment: one for each property on which it paid something, with the amount. The payer always gets one. */
async function toNotices(database: Database, payment: PaymentRow): Promise<NewNotice[]> {
  const { paymentId, allocations, amountCents, settledAt, openedAt } = payment;
  const subjects = subjectsOf(payment);
  const payerId = await ensurePayer(database, payment);
  return subjects.flatMap((propertyId, n): NewNotice[] => {
    const own = allocations.filter(({ subject }) => (subject ?? payment.subject) === propertyId);
    const part = own.reduce((sum, { cents }) => sum + cents, 0);
    if (n > 0 && part === 0 && allocations.length > 0) return [];
    return [
      {
        kind: kindOf(payment),
        subject: n === 0 ? `payment:${paymentId}` : `payment:${paymentId}:${propertyId}`,
        propertyId,
        billNumber: own.find(({ bill }) => bill !== null)?.bill ?? null,
        paymentId,
        due: null,
        cents: Math.abs(subjects.length === 1 || part === 0 ? amountCents : part),
        moreCents: null,
        moreAfter: null,
        payerId: n === 0 ? payerId : null,
        at: settledAt ?? openedAt,
      },
    ];
  });
}

function kindOf(payment: PaymentRow): NoticeKind {
  if (payment.state === 'failed') return 'payment_failed';
  if (payment.amountCents > 0) return 'payment_received';
  return isDispute(payment) ? 'payment_disputed' : 'payment_reversed';
}

/** Returns the account that paid, if it is a resident's. A government account only records payments of others. */
async function ensurePayer(database: Database, { accountId }: PaymentRow): Promise<string | null> {
  if (accountId === null) return null;
  const found = await findById(database, accountId);
  if (found?.account.role !== 'resident') return null;
  await ensurePartyOfAccount(database, accountId);
  return accountId;
}

async function readIndex(database: Database): Promise<number> {
  const { rows } = await sql<{ index: string }>`select after_index::text as index from notice_progress`.execute(
    database,
  );
  return Number(rows[0]?.index ?? -1);
}

import {
  confirmInvoicePayment,
  endBillingCard,
  failInvoicePayment,
  listAllInvoicePayments,
  listInvoicePayments,
  payInvoice,
  readBillingCard,
  reverseInvoicePayment,
  setBillingCard,
} from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import {
  confirmOneSubject,
  failOneSubject,
  type OneSubjectPayments,
  reverseOneSubject,
} from '#domains/payments/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { endCard, readCard, setCard } from './billing-card.ts';
import { listAll, listOf } from './list-invoice-payments.ts';
import { payInvoice as pay } from './pay-invoice.ts';

/** Serves payments of invoices: an account opens them, and an administrator decides about those that nothing else settles. */
export function mountInvoicePayments(mount: Mount<Account>, own: OneSubjectPayments): void {
  const { database } = own.payments;
  mount(payInvoice, ({ params, body, caller, idempotencyKey }) =>
    pay(own, caller, params.invoiceId, body, idempotencyKey),
  );
  mount(listInvoicePayments, ({ params, caller }) => listOf(database, caller, params.invoiceId));
  mount(readBillingCard, async ({ caller }) => ({ card: await readCard(own.payments, caller) }));
  mount(setBillingCard, async ({ body, caller }) => ({ card: await setCard(own.payments, caller, body.cardId) }));
  mount(endBillingCard, async ({ caller }) => {
    await endCard(database, caller);
    return { card: null };
  });
  mount(listAllInvoicePayments, ({ query }) => listAll(database, query));
  mount(confirmInvoicePayment, ({ params, body, caller }) =>
    confirmOneSubject(own, caller, params.paymentId, centsOf(body.amount)),
  );
  mount(failInvoicePayment, ({ params, body, caller }) => failOneSubject(own, caller, params.paymentId, body.reason));
  mount(reverseInvoicePayment, ({ params, body, caller }) =>
    reverseOneSubject(own, caller, params.paymentId, body.reason),
  );
}

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));

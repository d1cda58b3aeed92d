import { sql } from 'kysely';
import {
  canAdministerBilling,
  dollarsOf,
  type InvoicePayment,
  type listAllInvoicePayments,
  type listInvoicePayments,
} from '#domains/billing/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import { type Account, findById } from '#domains/participants/server/index.ts';
import {
  countPayments,
  listPayments,
  type PaymentRow,
  readClosingReasons,
  showPayments,
} from '#domains/payments/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { noSuchInvoice } from '../invoices/read-invoices.ts';
import { findLastCharge } from './charge-invoice.ts';
import { findPayable, isPayable } from './due.ts';
import { invoicePayments } from './invoice-payments.ts';

const LISTED_MAX = 100;
const { kind } = invoicePayments;

/**
 * Lists the payments of an invoice, newest first, for its account and for administrators.
 *
 * @throws AppError `billing.invoice_not_found`
 */
export async function listOf(
  database: Database,
  caller: Account,
  invoiceId: string,
): Promise<ResponseOut<typeof listInvoicePayments>> {
  const invoice = await findPayable(database, invoiceId);
  if (invoice === undefined || (invoice.accountId !== caller.id && !holds(caller, canAdministerBilling)))
    throw noSuchInvoice(invoiceId);
  const [rows, charge] = await Promise.all([
    listPayments(database, { kind, subject: invoiceId, limit: LISTED_MAX }),
    findLastCharge(database, invoiceId),
  ]);
  return {
    payments: await describePayments(database, rows, { ofPeople: holds(caller, canAdministerBilling) }),
    due: isPayable(invoice) ? dollarsOf(Math.max(0, invoice.payableCents - invoice.paidCents)) : 0,
    charge:
      charge === undefined
        ? null
        : { at: new Date(charge.startedAt).toISOString(), outcome: charge.outcome, reason: charge.reason },
  };
}

/** Lists the payments of all invoices, newest first. */
export async function listAll(
  database: Database,
  { status, page, limit }: QueryIn<typeof listAllInvoicePayments>,
): Promise<ResponseOut<typeof listAllInvoicePayments>> {
  const of = { kind, state: status };
  const [rows, total] = await Promise.all([
    listPayments(database, { ...of, limit, offset: (page - 1) * limit }),
    countPayments(database, of),
  ]);
  const [shown, numbers, names] = await Promise.all([
    describePayments(database, rows, { ofPeople: true }),
    readNumbers(
      database,
      rows.map(({ subject }) => subject),
    ),
    readNames(
      database,
      rows.flatMap(({ accountId }) => accountId ?? []),
    ),
  ]);
  return {
    payments: rows.map(({ subject, accountId }, n) => ({
      ...(shown[n] as InvoicePayment),
      invoiceId: subject,
      number: numbers.get(subject) ?? null,
      username: names.get(accountId ?? '') ?? null,
    })),
    pagination: paginate({ page, limit, total }),
  };
}

/** Returns payments with the amounts that they paid of their invoice, and why they were closed. With `ofPeople`, also as administrators stated it. */
async function describePayments(
  db: Database,
  rows: readonly PaymentRow[],
  showing: { ofPeople: boolean },
): Promise<InvoicePayment[]> {
  const [shown, reasons] = await Promise.all([showPayments(db, rows), readClosingReasons(db, rows, showing)]);
  return rows.map((row, n) => {
    const paid = row.allocations.reduce((sum, { part, cents }) => sum + (part === invoicePayments.part ? cents : 0), 0);
    const left = row.state === 'completed' && row.reverses === null ? row.amountCents - row.reversedCents : 0;
    const reason = reasons.get(row.paymentId) ?? null;
    return { payment: shown[n] as InvoicePayment['payment'], paid: dollarsOf(paid), left: dollarsOf(left), reason };
  });
}

async function readNumbers(db: Database, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; number: string | null }>`
    select invoice_id as id, number from billing_invoices where invoice_id = any(${invoiceIds}::text[])
  `.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

async function readNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...new Set(ids)].map((id) => findById(db, id)));
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.account.id, one.account.username] as const])));
}

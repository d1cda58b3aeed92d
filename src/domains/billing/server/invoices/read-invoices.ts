import {
  type BillingRecord,
  canAdministerBilling,
  dollarsOf,
  invoiceNotFound,
  type listInvoices,
  type readInvoice,
} from '#domains/billing/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Billing } from '../billing.ts';
import { instant } from '../subscription/describe-subscription.ts';
import { describeLine } from '../subscription/preview-change.ts';
import { documentLines } from './drafts.ts';
import { findInvoice, type InvoiceRow, leftOf, listInvoicesOf } from './invoice-rows.ts';

const statuses = { draft: 'pending', open: 'pending', paid: 'paid', void: 'failed', uncollectible: 'failed' } as const;

/** Returns an invoice or credit note as a row of the billing history. */
export function describeInvoice(row: InvoiceRow): BillingRecord {
  const orNull = (seconds: number | null) => (seconds === null ? null : instant(seconds));
  const sign = row.kind === 'credit_note' ? -1 : 1;
  return {
    ...{ id: row.invoiceId, description: row.title, kind: row.kind, state: row.state, number: row.number },
    billingDate: instant(row.issuedAt ?? row.createdAt),
    amount: dollarsOf(sign * row.grossCents),
    status: statuses[row.state],
    dueDate: row.kind === 'credit_note' ? null : orNull(row.dueAt),
    due: row.state === 'draft' ? 0 : dollarsOf(leftOf(row)),
    paid: dollarsOf(row.paidCents),
    credit: dollarsOf(row.creditCents),
    credited: dollarsOf(row.creditedCents),
    reason: row.reason,
    blockIndex: row.issuedIndex,
    sha256: row.sha256?.toString('hex') ?? null,
  };
}

/** Lists the invoices and credit notes of the caller, the newest first. */
export async function listOwn(
  { database }: Billing,
  caller: Account,
  { page, limit }: QueryIn<typeof listInvoices>,
): Promise<ResponseOut<typeof listInvoices>> {
  const { rows, total } = await listInvoicesOf(database, caller.id, { limit, offset: (page - 1) * limit });
  return { billingHistory: rows.map(describeInvoice), pagination: paginate({ page, limit, total }) };
}

/**
 * Finds an invoice that an account may see: its own, or any for an administrator.
 *
 * @throws AppError `billing.invoice_not_found`
 */
export async function requireInvoice(
  { database }: Pick<Billing, 'database'>,
  caller: Account,
  invoiceId: string,
): Promise<InvoiceRow> {
  const found = await findInvoice(database, invoiceId);
  if (found !== undefined && (found.accountId === caller.id || holds(caller, canAdministerBilling))) return found;
  throw noSuchInvoice(invoiceId);
}

export const noSuchInvoice = (invoiceId: string) =>
  new AppError(invoiceNotFound, `Invoice ${invoiceId} not found among yours.`, { hint: 'Open the billing history.' });

/** Returns an invoice with its lines. */
export async function readOne(
  billing: Billing,
  caller: Account,
  invoiceId: string,
): Promise<ResponseOut<typeof readInvoice>> {
  const row = await requireInvoice(billing, caller, invoiceId);
  const { lines, netCents } = documentLines(row);
  return {
    ...describeInvoice(row),
    lines: lines.map(describeLine),
    net: dollarsOf(netCents),
    tax: dollarsOf(row.grossCents - netCents),
  };
}

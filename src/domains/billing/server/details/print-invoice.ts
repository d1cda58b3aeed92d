import { invoiceNotFound } from '#domains/billing/contract.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { Billing } from '../billing.ts';
import { hashDocument } from '../documents/hash-document.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { type InvoicePaper, invoicePaper } from '../documents/invoice-paper.ts';
import { toUbl } from '../documents/invoice-ubl.ts';
import { requireInvoice } from '../invoices/read-invoices.ts';

/** Returns an invoice that the caller may see as PDF, with the block that states its hash. */
export async function printInvoice(
  billing: Billing,
  caller: Account,
  invoiceId: string,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const issued = await requireIssued(billing, caller, invoiceId);
  const { publicUrl, papers } = billing;
  const bytes = await papers.render(invoicePaper({ ...issued, publicUrl }), { signal, client: caller.id });
  return new RawAnswer(bytes, 'application/pdf', nameOf(issued.document, 'pdf', 'inline'));
}

/** Returns an invoice that the caller may see as UBL. */
export async function exportInvoice(billing: Billing, caller: Account, invoiceId: string): Promise<RawAnswer> {
  const { document } = await requireIssued(billing, caller, invoiceId);
  return new RawAnswer(toUbl(document), 'application/xml', nameOf(document, 'xml', 'attachment'));
}

/**
 * Reads an issued invoice that the caller may see. Returns its document only if the hash is the one in its block.
 *
 * @throws AppError `billing.invoice_not_found`, also for a draft; `server.unavailable` for a document that was changed
 */
async function requireIssued(
  { database }: Billing,
  caller: Account,
  invoiceId: string,
): Promise<{ document: InvoiceDocument; proof: NonNullable<InvoicePaper['proof']> }> {
  const { document: stored, issuedIndex } = await requireInvoice({ database }, caller, invoiceId);
  if (issuedIndex === null)
    throw new AppError(invoiceNotFound, `${invoiceId} is a draft. It becomes an invoice when it is issued.`);
  const document = stored as InvoiceDocument;
  const sha256 = hashDocument(document);
  const [block] = await readBlocksAt(database, [issuedIndex]);
  if (block === undefined || block.data['invoice'] !== invoiceId || block.data['sha256'] !== sha256)
    throw new AppError(unavailable, 'The stored invoice does not match the hash in its block.', {
      hint: 'Tell the operator of this server. The ledger shows that a record was changed.',
    });
  return { document, proof: { sha256, blockIndex: block.index, blockHash: block.hash } };
}

const nameOf = ({ kind, number }: InvoiceDocument, ending: string, disposition: string) => ({
  'content-disposition': `${disposition}; filename="${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number}.${ending}"`,
});

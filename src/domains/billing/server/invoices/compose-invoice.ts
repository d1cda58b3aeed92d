import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { composeDocument, type DocumentLine, type InvoiceDocument, type Party } from '../documents/invoice-document.ts';
import { sellerOf } from '../documents/seller.ts';
import { instant } from '../subscription/describe-subscription.ts';
import { DAY_SECONDS } from '../subscription/subscription-state.ts';
import { invoiceReference } from './invoice-reference.ts';

/** Days from issue until an invoice is due. */
export const DUE_DAYS = 14;

/** An invoice that a credit note is about, with its document. */
export type Preceding = {
  readonly invoiceId: string;
  readonly number: string;
  readonly issuedAt: number;
  readonly document: Pick<InvoiceDocument, 'seller' | 'buyer' | 'tax'>;
  /** The part of its tax that is reversed, in cents. */
  readonly taxCents: number;
};

/** An invoice or credit note to be issued. Times are in seconds since 1970, in the billing time of its account. */
export type ToIssue = {
  readonly invoiceId: string;
  readonly accountId: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly title: string;
  readonly lines: readonly DocumentLine[];
  readonly period: { readonly start: number; readonly end: number };
  readonly at: number;
  /** The invoice that a credit note is about. */
  readonly preceding?: Preceding | undefined;
  readonly reason?: string | undefined;
  readonly by?: string | undefined;
};

export type InvoiceFacts = ToIssue & {
  /** Null for a preview. */
  readonly number: string | null;
  /** Undefined for an account without billing details: it is only a preview. */
  readonly buyer: Party | undefined;
};

export type Composed = { readonly document: InvoiceDocument; readonly dueAt: number };

const dayOf = (seconds: number): string => instant(seconds).slice(0, 10);

/**
 * Returns the document of an invoice or credit note, which this credit of the account pays as far as it goes. A credit note has the parties and the tax of
 * its invoice, even if the account and the rates have changed.
 */
export function composeInvoice(
  { config, demo }: Pick<Billing, 'config' | 'demo'>,
  facts: InvoiceFacts,
  creditCents: number,
): Composed {
  const { invoiceId, accountId, number, kind, at, period, lines, buyer, preceding, reason } = facts;
  const dueAt = at + DUE_DAYS * DAY_SECONDS;
  const isInvoice = kind === 'invoice';
  const document = composeDocument({
    ...{
      id: invoiceId,
      account: accountId,
      number,
      kind,
      issuedOn: dayOf(at),
      dueOn: isInvoice ? dayOf(dueAt) : null,
      lines,
    },
    period: { start: instant(period.start), end: instant(period.end) },
    ...(preceding === undefined
      ? {
          seller: sellerOf(config.seller, demo),
          buyer: buyer ?? nobodyIn(sellerOf(config.seller, demo).address.country),
        }
      : {
          seller: { ...preceding.document.seller, rates: {} },
          buyer: preceding.document.buyer,
          taken: { tax: preceding.document.tax, cents: preceding.taxCents },
        }),
    payment: {
      reference: isInvoice && number !== null ? invoiceReference(number) : null,
      terms: isInvoice ? `Due within ${DUE_DAYS} days.` : 'It pays your next invoices.',
    },
    preceding: preceding === undefined ? null : { number: preceding.number, issuedOn: dayOf(preceding.issuedAt) },
    note: reason ?? null,
    isSample: demo,
    creditCents,
  });
  return { document, dueAt };
}

/** The buyer of a preview without billing details, whose tax is that of the seller's country. */
const nobodyIn = (country: string): Party => ({
  ...{ name: '-', taxId: null, email: null },
  address: { street: null, streetMore: null, city: null, region: null, postalCode: null, country },
});

type Row = { id: string; name: string; taxId: string | null } & Party['address'];

/** Reads the billing details of accounts. Accounts without any are absent. */
export async function readBuyers(db: Database, accountIds: readonly string[]): Promise<Map<string, Party>> {
  const { rows } = await sql<Row>`
    select account_id as id, billed_name as name, street, street_more as "streetMore", city, postal_code as "postalCode", region, country,
      tax_id as "taxId"
    from billing_accounts where account_id = any(${accountIds}::uuid[]) and billed_name is not null
  `.execute(db);
  return new Map(rows.map(({ id, name, taxId, ...address }) => [id, { name, taxId, email: null, address }]));
}

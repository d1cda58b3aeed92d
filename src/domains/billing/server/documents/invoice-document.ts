import type { Span } from '#domains/billing/contract/last-day.ts';
import type { SellerAddress } from '#platform/server/billing-config.ts';
import { decideTax, type Tax, taxOn } from '../tax/decide-tax.ts';

/** A postal address. Only the country is always known. */
export type Address = SellerAddress;

export type Party = {
  readonly name: string;
  readonly address: Address;
  readonly taxId: string | null;
  readonly email: string | null;
};

export type DocumentLine = {
  readonly text: string;
  readonly quantity: number;
  /** Cents for one; null if `cents` is not a product, for example for a part of a month. */
  readonly unitCents: number | null;
  /** Negative for a deduction. */
  readonly cents: number;
  readonly period: Span | null;
};

/**
 * An invoice or credit note with the facts of EN 16931. Amounts are whole cents and days `YYYY-MM-DD`. A credit note has positive amounts, which
 * are given back.
 */
export type InvoiceDocument = {
  readonly id: string;
  /** The account that it is issued to, by its id. Absent on documents from before it was stated. */
  readonly account?: string;
  /** Null for a draft. */
  readonly number: string | null;
  readonly kind: 'invoice' | 'credit_note';
  readonly issuedOn: string;
  /** Null for a credit note. */
  readonly dueOn: string | null;
  readonly period: Span | null;
  readonly currency: 'USD';
  readonly seller: Party & { readonly iban: string | null };
  readonly buyer: Party;
  readonly lines: readonly DocumentLine[];
  readonly tax: Tax & { readonly basisCents: number; readonly cents: number };
  readonly totals: {
    readonly netCents: number;
    readonly taxCents: number;
    readonly grossCents: number;
    /** The part that credit of the account pays. */
    readonly creditCents: number;
    readonly dueCents: number;
  };
  readonly payment: { readonly reference: string | null; readonly terms: string };
  /** The invoice that a credit note is about. */
  readonly preceding: { readonly number: string; readonly issuedOn: string } | null;
  /** The reason for a credit note, or any other remark. */
  readonly note: string | null;
  /** Whether it is a document of a demo, on which nothing is owed. */
  readonly isSample: boolean;
};

/** The content of an invoice before tax. */
export type InvoiceFacts = Omit<InvoiceDocument, 'currency' | 'seller' | 'tax' | 'totals'> & {
  readonly seller: InvoiceDocument['seller'] & { readonly rates: Readonly<Record<string, number>> };
  /** The tax of a document that this one reverses, and how many cents of it. Decided by the parties and the day if absent. */
  readonly taken?: { readonly tax: Tax; readonly cents: number } | undefined;
  /** Credit of the account. The document uses at most what it needs. */
  readonly creditCents: number;
};

/**
 * Returns the document of an invoice or credit note, with its tax and totals.
 *
 * @throws Error if its lines add up to less than zero: that would be a credit note
 */
export function composeDocument({
  seller: { rates, ...seller },
  creditCents,
  taken,
  ...facts
}: InvoiceFacts): InvoiceDocument {
  const netCents = facts.lines.reduce((sum, { cents }) => sum + cents, 0);
  if (!Number.isSafeInteger(netCents) || netCents < 0) throw new Error('An invoice is never negative.');
  const tax = taken?.tax ?? decideTax({ seller: { ...seller, rates }, buyer: facts.buyer, day: facts.issuedOn });
  const taxCents = taken?.cents ?? taxOn(netCents, tax.basisPoints);
  const grossCents = netCents + taxCents;
  const used = facts.kind === 'invoice' ? Math.min(creditCents, grossCents) : 0;
  return {
    ...facts,
    currency: 'USD',
    seller,
    tax: { ...tax, basisCents: netCents, cents: taxCents },
    totals: { netCents, taxCents, grossCents, creditCents: used, dueCents: grossCents - used },
  };
}

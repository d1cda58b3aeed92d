import XmlBuilder from 'fast-xml-builder';
import { lastDayOf, type Span } from '#domains/billing/contract/last-day.ts';
import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import { partyOf, type Xml } from './ubl-party.ts';

/** The identification of EN 16931 itself. Peppol adds the addresses of its network, which are not available here. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017';
const NAMESPACES = {
  '@_xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@_xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** Codes of UNTDID 1001 and 4461. */
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const;
const MEANS = { transfer: '30', undefined: '1' } as const;

const builder = new XmlBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

/**
 * Returns an invoice or credit note as XML of UBL 2.1 with the business terms of EN 16931. The elements have the order of the schema. A draft
 * has no number and is refused.
 *
 * @throws Error for a draft
 */
export function toUbl(document: InvoiceDocument): string {
  const { kind, number, tax, totals, lines } = document;
  if (number === null) throw new Error('A draft is not an invoice.');
  const isCredit = kind === 'credit_note';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const xml = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [root]: {
      '@_xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      ...NAMESPACES,
      'cbc:CustomizationID': CUSTOMIZATION,
      'cbc:ID': number,
      'cbc:IssueDate': document.issuedOn,
      ...(isCredit || document.dueOn === null ? {} : { 'cbc:DueDate': document.dueOn }),
      [`cbc:${root}TypeCode`]: TYPE_CODES[kind],
      ...notesOf(document),
      'cbc:DocumentCurrencyCode': document.currency,
      ...spanOf(document.period),
      ...(document.preceding === null
        ? {}
        : {
            'cac:BillingReference': {
              'cac:InvoiceDocumentReference': {
                'cbc:ID': document.preceding.number,
                'cbc:IssueDate': document.preceding.issuedOn,
              },
            },
          }),
      'cac:AccountingSupplierParty': partyOf(document.seller, tax),
      'cac:AccountingCustomerParty': partyOf(document.buyer, tax),
      'cac:PaymentMeans': meansOf(document),
      'cac:PaymentTerms': { 'cbc:Note': document.payment.terms },
      'cac:TaxTotal': {
        'cbc:TaxAmount': amount(totals.taxCents),
        'cac:TaxSubtotal': {
          'cbc:TaxableAmount': amount(tax.basisCents),
          'cbc:TaxAmount': amount(tax.cents),
          'cac:TaxCategory': {
            'cbc:ID': tax.category,
            ...percentOf(tax),
            ...(tax.exemptionCode === null ? {} : { 'cbc:TaxExemptionReasonCode': tax.exemptionCode }),
            ...(tax.exemption === null ? {} : { 'cbc:TaxExemptionReason': tax.exemption }),
            'cac:TaxScheme': { 'cbc:ID': 'VAT' },
          },
        },
      },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': amount(totals.netCents),
        'cbc:TaxExclusiveAmount': amount(totals.netCents),
        'cbc:TaxInclusiveAmount': amount(totals.grossCents),
        ...(totals.creditCents === 0 ? {} : { 'cbc:PrepaidAmount': amount(totals.creditCents) }),
        'cbc:PayableAmount': amount(totals.dueCents),
      },
      [`cac:${root}Line`]: lines.map((line, n) => lineOf(line, n + 1, document)),
    },
  };
  return builder.build(withoutInvalid(xml) as object);
}

const amount = (cents: number) => ({ '#text': decimal(cents), '@_currencyID': 'USD' });
const decimal = (cents: number) => {
  const size = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
};
const percentOf = ({ basisPoints }: InvoiceDocument['tax']): Xml =>
  basisPoints === null ? {} : { 'cbc:Percent': decimal(basisPoints) };

const spanOf = (span: Span | null): Xml =>
  span === null
    ? {}
    : { 'cac:InvoicePeriod': { 'cbc:StartDate': span.start.slice(0, 10), 'cbc:EndDate': lastDayOf(span) } };

function notesOf({ note, isSample }: InvoiceDocument): Xml {
  const notes = [...(isSample ? ['TEST: a sample of a demo. Nothing is owed.'] : []), ...(note === null ? [] : [note])];
  return notes.length === 0 ? {} : { 'cbc:Note': notes.join('\n') };
}

function meansOf({ kind, seller, payment }: InvoiceDocument): Xml {
  const byTransfer = kind === 'invoice' && seller.iban !== null;
  return {
    'cbc:PaymentMeansCode': byTransfer ? MEANS.transfer : MEANS.undefined,
    ...(payment.reference === null ? {} : { 'cbc:PaymentID': payment.reference }),
    ...(byTransfer ? { 'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban, 'cbc:Name': seller.name } } : {}),
  };
}

/** EN 16931 has no negative prices: a deduction has a negative quantity. A line that is not a product has quantity one at its amount. */
function lineOf(
  { text, quantity, unitCents, cents, period }: DocumentLine,
  id: number,
  { kind, tax }: InvoiceDocument,
): Xml {
  const isProduct = unitCents !== null && unitCents >= 0 && quantity * unitCents === cents;
  const sign = cents < 0 ? -1 : 1;
  return {
    'cbc:ID': String(id),
    [kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity']: {
      '#text': String(isProduct ? quantity : sign),
      '@_unitCode': 'C62',
    },
    'cbc:LineExtensionAmount': amount(cents),
    ...spanOf(period),
    'cac:Item': {
      'cbc:Name': text,
      'cac:ClassifiedTaxCategory': {
        'cbc:ID': tax.category,
        ...percentOf(tax),
        'cac:TaxScheme': { 'cbc:ID': 'VAT' },
      },
    },
    'cac:Price': { 'cbc:PriceAmount': amount(isProduct ? unitCents : Math.abs(cents)) },
  };
}

/** Replaces what XML 1.0 cannot contain. */
function withoutInvalid(value: unknown): unknown {
  if (typeof value === 'string')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
    return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  if (Array.isArray(value)) return value.map(withoutInvalid);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutInvalid(one)]));
}

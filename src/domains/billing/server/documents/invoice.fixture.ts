import { composeDocument, type DocumentLine, type InvoiceFacts } from './invoice-document.ts';

const period = { start: '2026-01-31T14:03:20.000Z', end: '2026-02-28T14:03:20.000Z' };

const line = (text: string, quantity: number, unitCents: number | null, cents: number): DocumentLine => ({
  text,
  quantity,
  unitCents,
  cents,
  period,
});

/** An invoice from Hamburg to Helsinki, with a deduction, partly paid by credit. */
export const sampleFacts: InvoiceFacts = {
  id: 'inv_0123456789abcdefghij',
  number: '2026-000017',
  kind: 'invoice',
  issuedOn: '2026-01-31',
  dueOn: '2026-02-14',
  period,
  seller: {
    name: 'Kai & Söhne GmbH',
    address: {
      ...{ street: 'Hafenstraße 7', streetMore: 'Tor <2>', city: 'Hamburg', region: null, postalCode: '20457' },
      country: 'DE',
    },
    taxId: 'DE136695976',
    email: 'billing@kai.example',
    iban: 'DE89370400440532013000',
    rates: {},
  },
  buyer: {
    name: 'Satama "Nord" Oy',
    address: {
      ...{ street: 'Laituri 3', streetMore: null, city: 'Helsinki', region: 'Uusimaa', postalCode: '00160' },
      country: 'FI',
    },
    taxId: null,
    email: null,
  },
  lines: [
    line('Professional: 12 users × $39.00 a month', 12, 3900, 46_800),
    line('Professional: 1,200 assets × $0.04 a month', 1200, 4, 4800),
    line('Starter, unused rest of the period: 10 users × $15.00 a month', 10, null, -7131),
  ],
  creditCents: 2500,
  payment: { reference: 'RF18539007547034', terms: 'Please pay until February 14, 2026.' },
  preceding: null,
  note: null,
  isSample: false,
};

export const sampleDocument = (more: Partial<InvoiceFacts> = {}) => composeDocument({ ...sampleFacts, ...more });

/** A credit note for the whole of the invoice. */
export const sampleCreditNote = (more: Partial<InvoiceFacts> = {}) =>
  sampleDocument({
    ...{ id: 'inv_abcdefghij0123456789', number: '2026-000018', kind: 'credit_note', dueOn: null },
    preceding: { number: '2026-000017', issuedOn: '2026-01-31' },
    payment: { reference: null, terms: 'The amount is credit of the account, which pays its next invoices.' },
    note: 'Agreed by telephone.',
    ...more,
  });

import { describe, expect, test } from 'vitest';
import { sampleCreditNote, sampleDocument, sampleFacts } from './invoice.fixture.ts';
import { toUbl } from './invoice-ubl.ts';
import { all, centsAt, type Read, read, textAt } from './ubl.fixture.ts';

/** The order of elements in the schemas of UBL 2.1, as far as they are written. */
const ORDER = [
  ...['CustomizationID', 'ID', 'IssueDate', 'DueDate', 'InvoiceTypeCode', 'CreditNoteTypeCode', 'Note'],
  ...[
    'DocumentCurrencyCode',
    'InvoicePeriod',
    'BillingReference',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
  ],
  ...['PaymentMeans', 'PaymentTerms', 'TaxTotal', 'LegalMonetaryTotal', 'InvoiceLine', 'CreditNoteLine'],
];
const expectOrder = (node: Read, order: readonly string[]) => {
  const names = node.children.map(({ name }) => name.replace(/^.*:/, ''));
  expect(names).toEqual(names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  for (const name of names) expect(order).toContain(name);
};

describe('an invoice as UBL', () => {
  const document = sampleDocument();
  const invoice = read(toUbl(document));

  test('has its elements in the order of the schema', () => {
    expectOrder(invoice, ORDER);
    for (const party of all(invoice, 'AccountingSupplierParty/Party'))
      expectOrder(party, ['PartyName', 'PostalAddress', 'PartyTaxScheme', 'PartyLegalEntity', 'Contact']);
    for (const line of all(invoice, 'InvoiceLine'))
      expectOrder(line, ['ID', 'InvoicedQuantity', 'LineExtensionAmount', 'InvoicePeriod', 'Item', 'Price']);
    expect(invoice.attributes['xmlns']).toBe('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2');
  });

  test('reads back as the facts of the document', () => {
    const seller = all(invoice, 'AccountingSupplierParty/Party')[0] as Read;
    const buyer = all(invoice, 'AccountingCustomerParty/Party')[0] as Read;
    const facts = (node: Read, ...paths: string[]) => paths.map((path) => textAt(node, path));
    expect(
      facts(invoice, 'CustomizationID', 'ID', 'IssueDate', 'DueDate', 'InvoiceTypeCode', 'DocumentCurrencyCode'),
    ).toEqual([...['urn:cen.eu:en16931:2017', '2026-000017', '2026-01-31', '2026-02-14', '380', 'USD']]);
    expect(facts(invoice, 'InvoicePeriod/StartDate', 'InvoicePeriod/EndDate')).toEqual(['2026-01-31', '2026-02-27']);
    const address = ['StreetName', 'AdditionalStreetName', 'CityName', 'PostalZone', 'CountrySubentity'];
    const addressPaths = [...address, 'Country/IdentificationCode'].map((name) => `PostalAddress/${name}`);
    expect(facts(seller, ...addressPaths)).toEqual(['Hafenstraße 7', 'Tor <2>', 'Hamburg', '20457', undefined, 'DE']);
    expect(facts(buyer, ...addressPaths)).toEqual(['Laituri 3', undefined, 'Helsinki', '00160', 'Uusimaa', 'FI']);
    expect(
      facts(seller, 'PartyTaxScheme/CompanyID', 'PartyTaxScheme/TaxScheme/ID', 'PartyLegalEntity/RegistrationName'),
    ).toEqual(['DE136695976', 'VAT', 'Kai & Söhne GmbH']);
    expect(facts(buyer, 'PartyName/Name', 'PartyTaxScheme/CompanyID')).toEqual(['Satama "Nord" Oy', undefined]);
    expect(
      facts(
        invoice,
        'PaymentMeans/PaymentMeansCode',
        'PaymentMeans/PaymentID',
        'PaymentMeans/PayeeFinancialAccount/ID',
      ),
    ).toEqual(['30', 'RF18539007547034', 'DE89370400440532013000']);
    expect(facts(invoice, 'TaxTotal/TaxSubtotal/TaxCategory/ID', 'TaxTotal/TaxSubtotal/TaxCategory/Percent')).toEqual([
      'S',
      '25.50',
    ]);
  });

  test('has the sums that EN 16931 requires', () => {
    const { totals } = document;
    const lines = all(invoice, 'InvoiceLine');
    const sum = lines.reduce((cents, line) => cents + centsAt(line, 'LineExtensionAmount'), 0);
    const total = (name: string) => centsAt(invoice, `LegalMonetaryTotal/${name}`);
    expect(total('LineExtensionAmount')).toBe(sum); // BR-CO-10
    expect(total('TaxExclusiveAmount')).toBe(sum); // BR-CO-13
    expect(total('TaxInclusiveAmount')).toBe(sum + centsAt(invoice, 'TaxTotal/TaxAmount')); // BR-CO-15
    expect(total('PayableAmount')).toBe(total('TaxInclusiveAmount') - total('PrepaidAmount')); // BR-CO-16
    expect(centsAt(invoice, 'TaxTotal/TaxSubtotal/TaxableAmount')).toBe(sum); // BR-S-08
    expect(centsAt(invoice, 'TaxTotal/TaxSubtotal/TaxAmount')).toBe(totals.taxCents); // BR-CO-14
    for (const [n, line] of lines.entries()) {
      const price = centsAt(line, 'Price/PriceAmount');
      expect(price).toBeGreaterThanOrEqual(0); // BR-27
      expect(Number(textAt(line, 'InvoicedQuantity')) * price).toBe(centsAt(line, 'LineExtensionAmount'));
      expect(textAt(line, 'Item/Name')).toBe(document.lines[n]?.text);
      expect(textAt(line, 'Item/ClassifiedTaxCategory/ID')).toBe('S');
    }
    expect(lines).toHaveLength(3);
  });
});

test('a credit note is a document of its own kind that names its invoice', () => {
  const note = read(toUbl(sampleCreditNote()));
  expectOrder(note, ORDER);
  expect(note.name).toBe('CreditNote');
  expect(textAt(note, 'CreditNoteTypeCode')).toBe('381');
  expect(textAt(note, 'BillingReference/InvoiceDocumentReference/ID')).toBe('2026-000017');
  expect(textAt(note, 'Note')).toBe('Agreed by telephone.');
  expect(centsAt(note, 'LegalMonetaryTotal/PayableAmount')).toBe(55_809);
  expect(all(note, 'CreditNoteLine/CreditedQuantity').map(({ text }) => text)).toEqual(['12', '1200', '-1']);
  expect(all(note, 'DueDate')).toEqual([]);
});

test('reverse charge names both tax ids; a document outside of the scope names neither, nor a rate', () => {
  const reverse = read(toUbl(sampleDocument({ buyer: { ...sampleFacts.buyer, taxId: 'FI20774740' } })));
  const category = 'TaxTotal/TaxSubtotal/TaxCategory';
  expect(textAt(reverse, `${category}/ID`)).toBe('AE');
  expect(textAt(reverse, `${category}/Percent`)).toBe('0.00');
  expect(textAt(reverse, `${category}/TaxExemptionReasonCode`)).toBe('VATEX-EU-AE');
  expect(textAt(reverse, 'AccountingCustomerParty/Party/PartyTaxScheme/CompanyID')).toBe('FI20774740');
  const address = { ...sampleFacts.buyer.address, country: 'US' };
  const outside = read(toUbl(sampleDocument({ buyer: { ...sampleFacts.buyer, address, taxId: '91-1144442' } })));
  expect(textAt(outside, `${category}/ID`)).toBe('O');
  expect(all(outside, `${category}/Percent`)).toEqual([]);
  for (const side of ['AccountingSupplierParty', 'AccountingCustomerParty'])
    expect(all(outside, `${side}/Party/PartyTaxScheme`)).toEqual([]);
  expect(textAt(outside, 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID')).toBe('DE136695976');
});

test('markup and characters that XML does not allow are written as text', () => {
  const name = 'A </cbc:Name>&amp;\u0001\ud800"\'';
  const text = textAt(
    read(toUbl(sampleDocument({ buyer: { ...sampleFacts.buyer, name } }))),
    'AccountingCustomerParty/Party/PartyName/Name',
  );
  expect(text).toBe('A </cbc:Name>&amp;\ufffd\ufffd"\'');
});

test('a draft is refused', () => {
  expect(() => toUbl(sampleDocument({ number: null }))).toThrow('draft');
});

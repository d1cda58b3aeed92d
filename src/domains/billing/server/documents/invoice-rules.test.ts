import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleCreditNote, sampleDocument, sampleFacts } from './invoice.fixture.ts';
import { toUbl } from './invoice-ubl.ts';
import { all, centsAt, type Read, read, textAt } from './ubl.fixture.ts';

/** The rules of EN 16931-1, by their names, that depend on the content of an invoice. Rules of the syntax are tested with the writer. */
function breaks(xml: string): string[] {
  const root = read(xml);
  const line = root.name === 'Invoice' ? 'InvoiceLine' : 'CreditNoteLine';
  const total = (name: string, otherwise?: number) =>
    otherwise !== undefined && all(root, `LegalMonetaryTotal/${name}`).length === 0
      ? otherwise
      : centsAt(root, `LegalMonetaryTotal/${name}`);
  const sum = (nodes: readonly Read[], path: string) => nodes.reduce((cents, node) => cents + centsAt(node, path), 0);
  const lines = all(root, line);
  const subtotals = all(root, 'TaxTotal/TaxSubtotal');
  const [subtotal] = subtotals;
  if (subtotal === undefined) return ['BR-CO-18'];
  const category = textAt(subtotal, 'TaxCategory/ID');
  const percent = textAt(subtotal, 'TaxCategory/Percent');
  const [basis, tax] = [centsAt(subtotal, 'TaxableAmount'), centsAt(subtotal, 'TaxAmount')];
  const reason =
    textAt(subtotal, 'TaxCategory/TaxExemptionReason') ?? textAt(subtotal, 'TaxCategory/TaxExemptionReasonCode');
  const party = (side: string, path: string) => textAt(root, `${side}/Party/${path}`);
  const [seller, buyer] = ['AccountingSupplierParty', 'AccountingCustomerParty'];
  const vatOf = (side: string) => party(side, 'PartyTaxScheme/CompanyID');
  const lineRates = lines.map((one) => textAt(one, 'Item/ClassifiedTaxCategory/Percent'));
  const due = total('PayableAmount');
  const rules: Record<string, boolean> = {
    'BR-CO-03': all(root, 'TaxPointDate').length === 0 || all(root, 'InvoicePeriod/DescriptionCode').length === 0,
    // The prefix of a tax id is the country of ISO 3166-1, and EL for Greece.
    'BR-CO-09': [seller, buyer].every((side) => /^[A-Z]{2}/.test(vatOf(side) ?? 'XX')),
    'BR-CO-10': total('LineExtensionAmount') === sum(lines, 'LineExtensionAmount'),
    'BR-CO-13': total('TaxExclusiveAmount') === total('LineExtensionAmount'),
    'BR-CO-14': centsAt(root, 'TaxTotal/TaxAmount') === sum(subtotals, 'TaxAmount'),
    'BR-CO-15': total('TaxInclusiveAmount') === total('TaxExclusiveAmount') + centsAt(root, 'TaxTotal/TaxAmount'),
    'BR-CO-16': due === total('TaxInclusiveAmount') - total('PrepaidAmount', 0),
    // The rules of the standard tolerate less than one unit; a note that gives back a part is a cent away at most.
    'BR-CO-17': Math.abs(tax - (basis * Number(percent ?? 0)) / 100) <= 1.5,
    'BR-CO-18': subtotals.length === 1,
    'BR-CO-19': [...all(root, 'InvoicePeriod/StartDate'), ...all(root, 'InvoicePeriod/EndDate')].length > 0,
    'BR-CO-25': due <= 0 || textAt(root, 'DueDate') !== undefined || textAt(root, 'PaymentTerms/Note') !== undefined,
    'BR-CO-26': (vatOf(seller) ?? party(seller, 'PartyLegalEntity/CompanyID')) !== undefined,
    'BR-27': lines.every((one) => centsAt(one, 'Price/PriceAmount') >= 0),
    'BR-55': root.name === 'Invoice' || textAt(root, 'BillingReference/InvoiceDocumentReference/ID') !== undefined,
    'BR-08': party(seller, 'PostalAddress/Country/IdentificationCode') !== undefined,
    'BR-10': party(buyer, 'PostalAddress/Country/IdentificationCode') !== undefined,
  };
  if (category === 'S') {
    rules['BR-S-02'] = vatOf(seller) !== undefined;
    rules['BR-S-05'] = lineRates.every((rate) => Number(rate) > 0 && rate === percent);
    rules['BR-S-08'] = basis === sum(lines, 'LineExtensionAmount');
    rules['BR-S-10'] = reason === undefined;
  } else if (category === 'AE') {
    rules['BR-AE-02'] = vatOf(seller) !== undefined && vatOf(buyer) !== undefined;
    rules['BR-AE-05'] = lineRates.every((rate) => Number(rate) === 0);
    rules['BR-AE-09'] = tax === 0;
    rules['BR-AE-10'] = reason !== undefined;
  } else {
    rules['BR-O-02'] = vatOf(seller) === undefined && vatOf(buyer) === undefined;
    rules['BR-O-05'] = category === 'O' && lineRates.every((rate) => rate === undefined) && percent === undefined;
    rules['BR-O-09'] = tax === 0;
    rules['BR-O-10'] = reason !== undefined;
  }
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

const buyers = {
  domestic: { country: 'DE', taxId: null },
  union: { country: 'FI', taxId: null },
  reverse: { country: 'FI', taxId: 'FI20774740' },
  greek: { country: 'GR', taxId: 'EL094014201' },
  outside: { country: 'US', taxId: '91-1144442' },
} as const;

test('every invoice and credit note keeps the rules of EN 16931, for any lines, buyer and credit', () => {
  const amounts = fc.array(fc.integer({ min: -500_000, max: 2_000_000 }), { minLength: 1, maxLength: 6 });
  const kinds = fc.constantFrom(...(Object.keys(buyers) as (keyof typeof buyers)[]));
  fc.assert(
    fc.property(amounts, fc.nat(3_000_000), kinds, fc.boolean(), (cents, creditCents, kind, isCredit) => {
      fc.pre(cents.reduce((all, one) => all + one, 0) >= 0);
      const lines = cents.map((one) => ({ text: 'Any', quantity: 1, unitCents: null, cents: one, period: null }));
      const { country, taxId } = buyers[kind];
      const buyer = { ...sampleFacts.buyer, taxId, address: { ...sampleFacts.buyer.address, country } };
      const make = isCredit ? sampleCreditNote : sampleDocument;
      expect(breaks(toUbl(make({ lines, creditCents, buyer })))).toEqual([]);
    }),
  );
});

test('the rules find errors', () => {
  const xml = toUbl(sampleDocument());
  const change = (from: string | RegExp, to: string) => breaks(xml.replace(from, to));
  expect(change(/(<cbc:PayableAmount currencyID="USD">)/, '$11')).toEqual(['BR-CO-16']);
  expect(change(/(<cbc:TaxExclusiveAmount currencyID="USD">)/, '$11')).toEqual(['BR-CO-13', 'BR-CO-15']);
  expect(change(/<cbc:Percent>25.50/, '<cbc:Percent>19.00')).toEqual(['BR-CO-17', 'BR-S-05']);
  expect(change('<cbc:CompanyID>DE136695976</cbc:CompanyID>', '')).toContain('BR-S-02');
});

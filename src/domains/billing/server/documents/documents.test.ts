import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastDayOf } from '#domains/billing/contract/last-day.ts';
import { formatCents } from '#platform/contract/money.ts';
import { renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { hashDocument } from './hash-document.ts';
import { sampleCreditNote, sampleDocument, sampleFacts } from './invoice.fixture.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoicePaper } from './invoice-paper.ts';
import { sellerOf } from './seller.ts';

describe('the totals of a document', () => {
  test('are its lines, the tax on their sum, and the amount after credit', () => {
    const { tax, totals } = sampleDocument();
    // 46,800 + 4,800 − 7,131 = 44,469; 25.5 % of it are 11,339.595 cents.
    expect(tax).toMatchObject({ category: 'S', basisPoints: 2550, basisCents: 44_469, cents: 11_340 });
    expect(totals).toEqual({
      ...{ netCents: 44_469, taxCents: 11_340, grossCents: 55_809 },
      ...{ creditCents: 2500, dueCents: 53_309 },
    });
  });

  test('add up for any lines and credit, and are never negative', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.nat(5_000_000), fc.constantFrom('DE', 'FI', 'US'), (cents, creditCents, country) => {
        const sum = cents.reduce((all, one) => all + one, 0);
        fc.pre(sum >= 0);
        const lines = cents.map((one) => ({ text: 'Any', quantity: 1, unitCents: null, cents: one, period: null }));
        const buyer = { ...sampleFacts.buyer, address: { ...sampleFacts.buyer.address, country } };
        const { totals, tax } = sampleDocument({ lines, creditCents, buyer });
        expect(totals.netCents).toBe(sum);
        expect(totals.grossCents).toBe(totals.netCents + tax.cents);
        expect(totals.dueCents).toBe(totals.grossCents - totals.creditCents);
        expect(totals.creditCents).toBe(Math.min(creditCents, totals.grossCents));
        expect(Math.min(totals.dueCents, totals.taxCents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('below zero are refused', () => {
    const [first] = sampleFacts.lines;
    if (first === undefined) throw new Error('The sample has lines');
    expect(() => sampleDocument({ lines: [{ ...first, cents: -1 }] })).toThrow('never negative');
  });

  test('of a credit note use no credit', () => {
    expect(sampleCreditNote().totals).toMatchObject({ creditCents: 0, dueCents: 55_809 });
  });
});

test('the hash of a document changes with each of its fields, and with nothing else', () => {
  const document = sampleDocument();
  const hash = hashDocument(document);
  expect(hashDocument(JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(document).reverse()))))).toBe(hash);
  let fields = 0;
  const change = (value: unknown, replace: (changed: unknown) => unknown): void => {
    if (Array.isArray(value))
      for (const [n, one] of value.entries()) change(one, (changed) => replace(value.with(n, changed)));
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) change(one, (changed) => replace({ ...value, [name]: changed }));
    else {
      fields += 1;
      const other = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}x`;
      expect(hashDocument(replace(other) as InvoiceDocument)).not.toBe(hash);
    }
  };
  change(document, (changed) => changed);
  expect(fields).toBeGreaterThan(50);
});

test.each([
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-02-27'],
  ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-01-31'],
  ['2026-03-04T08:00:00.000Z', '2026-03-04T09:00:00.000Z', '2026-03-04'],
  ['2026-03-04T23:00:00.000Z', '2026-03-05T01:00:00.000Z', '2026-03-04'],
])('a time from %s to %s ends on %s, before the next one begins', (start, end, last) => {
  expect(lastDayOf({ start, end })).toBe(last);
});

const proof = { sha256: 'ab'.repeat(32), blockIndex: 4711, blockHash: 'cd'.repeat(32) };
const publicUrl = 'https://cairn.example';

/** The texts of a paper, in its order. Quotes are without the escapes of JSON. */
const textOf = (document: InvoiceDocument, known: typeof proof | null = proof): string =>
  JSON.stringify(invoicePaper({ document, publicUrl, proof: known ?? undefined })).replaceAll('\\"', '"');

describe('an invoice on paper', () => {
  test('states each fact of the document, with its hash and block', () => {
    const document = sampleDocument();
    const text = textOf(document);
    const { seller, buyer, totals, lines } = document;
    for (const fact of [
      ...['Invoice 2026-000017', 'January 31, 2026', 'February 14, 2026', document.id],
      'January 31, 2026 to February 27, 2026',
      ...[seller.name, 'Hafenstraße 7\\nTor <2>\\nHamburg, 20457\\nGermany', 'DE136695976', 'billing@kai.example'],
      ...[buyer.name, 'Laituri 3', 'Helsinki, Uusimaa, 00160', 'Finland', 'USD'],
      ...[totals.netCents, totals.grossCents, totals.dueCents, -totals.creditCents].map(formatCents),
      ...lines.map(({ cents }) => formatCents(cents)),
      ...['1,200', '$0.04', '$39.00', 'Tax 25.5%', '"Tax category","value":"S"'],
      ...['RF18539007547034', 'DE89370400440532013000', document.payment.terms],
      ...[proof.sha256, proof.blockHash, 'Block 4711'],
    ])
      expect(text).toContain(fact);
    expect(text).not.toContain('TEST');
  });

  test('names the invoice and the reason on a credit note, and the reason for no tax', () => {
    const buyer = { ...sampleFacts.buyer, taxId: 'FI20774740' };
    const text = textOf(sampleCreditNote({ buyer }));
    for (const fact of [
      'Credit note 2026-000018',
      '2026-000017 of January 31, 2026',
      'Agreed by telephone.',
      'FI20774740',
    ])
      expect(text).toContain(fact);
    expect(text).toContain('Reverse charge: the buyer accounts for the tax');
    expect(text).not.toContain('DE89370400440532013000');
  });

  test('is marked in a demo and as a draft', () => {
    expect(textOf(sampleDocument({ isSample: true }))).toContain('TEST');
    const draft = textOf(sampleDocument({ number: null }), null);
    expect(draft).toContain('A draft: it has no number yet');
    expect(draft).not.toContain('On the ledger');
  });

  test('has the same bytes each time, and as many pages as its lines need', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => ({
      ...{ text: `Line ${n} ${'with a long description of what it is for '.repeat(3)}`, quantity: 1 },
      ...{ unitCents: 100, cents: 100, period: null },
    }));
    const paper = invoicePaper({ document: sampleDocument({ lines }), publicUrl, proof });
    const [one, again] = await Promise.all([renderPdf(paper), renderPdf(paper)]);
    expect(one.equals(again)).toBe(true);
    const pages = one.toString('latin1').match(/\/Type \/Page\b(?!s)/g);
    expect(pages?.length).toBeGreaterThan(3);
    expect(pages?.length).toBeLessThan(9);
  });
});

test('has no seller unless one is configured, except for a marked fictional one in a demo', () => {
  expect(sellerOf(undefined, false)).toMatchObject({ name: 'Cairn', taxId: null, address: { country: 'US' } });
  expect(sellerOf(undefined, true).name).toContain('fictional');
  expect(sellerOf({ ...sellerOf(undefined, false), iban: 'DE89370400440532013000' }, true).iban).toBeNull();
});

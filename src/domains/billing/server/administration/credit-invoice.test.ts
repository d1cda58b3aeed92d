import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listInvoices } from '#domains/billing/contract.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { giveDetails } from '../billing.fixture.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { openDecisions } from './decisions.fixture.ts';

let desk: Awaited<ReturnType<typeof openDecisions>>;
let ann: TestAccount;
let id: string;
beforeAll(async () => {
  desk = await openDecisions();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ann = await desk.server.account('manufacturer');
  // 100.00 and 19 % of it.
  id = await desk.invoices.issue(ann, 10_000, 'DE');
});

describe('a credit note', () => {
  test('has the parties and the tax of its invoice, even if the account and the rates have changed', async () => {
    const rates = desk.server.services.billing.seller?.rates as Record<string, number>;
    rates['DE'] = 700;
    const issued = await desk.invoices.issue(ann, 10_000, 'DE');
    delete rates['DE'];
    const invoice = await desk.documentOf(issued);
    expect(invoice.tax).toMatchObject({ category: 'S', basisPoints: 700, cents: 700 });
    const owed = await desk.taxOwed();
    // The buyer moves to a place without tax, and changes its name.
    await giveDetails(desk.server, ann, 'US', 'Another Company');
    const { body } = await desk.credit(issued, 107);
    const note = await desk.documentOf(body.creditNote.id);
    expect([note.seller, note.buyer]).toEqual([invoice.seller, invoice.buyer]);
    expect(note.tax).toMatchObject({ category: 'S', basisPoints: 700, basisCents: 10_000, cents: 700 });
    expect(note.preceding).toEqual({ number: invoice.number, issuedOn: invoice.issuedOn });
    expect(body.invoice).toMatchObject({ state: 'paid', due: 0, credited: 107 });
    expect([await desk.taxOwed(), await desk.invoices.credit(ann)]).toEqual([owed - 700, 0]);
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('gives back exactly the requested amount, and notes for all of an invoice give back its net and its tax', async () => {
    const owed = await desk.taxOwed();
    const parts = [0.01, 33.33, 0.5, 12.34, 72.81, 0.01];
    expect(Math.round(parts.reduce((sum, one) => sum + one * 100, 0))).toBe(11_900);
    const notes: InvoiceDocument[] = [];
    for (const amount of parts) {
      const { body } = await desk.credit(id, amount);
      expect(body.creditNote.amount).toBe(-amount);
      notes.push(await desk.documentOf(body.creditNote.id));
    }
    const sum = (of: (document: InvoiceDocument) => number) => notes.reduce((all, one) => all + of(one), 0);
    expect([sum(({ totals }) => totals.netCents), sum(({ totals }) => totals.taxCents)]).toEqual([10_000, 1900]);
    for (const { totals } of notes)
      expect(Math.abs(totals.taxCents - (totals.netCents * 1900) / 10_000)).toBeLessThanOrEqual(1.5);
    expect(notes.every(({ tax, totals }) => tax.cents === totals.taxCents)).toBe(true);
    expect(await desk.taxOwed()).toBe(owed - 1900);
    const refused = await desk.credit(id, 0.01);
    const errors = [{ pointer: '/amount', message: 'amount: nothing is left of the invoice to credit' }];
    expect(refused.problem).toMatchObject({ status: 400, detail: 'The invoice is credited entirely.', errors });
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('beyond the amount left to pay becomes credit, which pays the next invoice', async () => {
    await desk.invoices.pay(ann, id, { paymentMethod: 'fiat' });
    const { body } = await desk.credit(id, 19);
    expect(body.invoice).toMatchObject({ state: 'paid', credited: 0 });
    expect(await desk.invoices.credit(ann)).toBe(1900);
    const next = await desk.documentOf(await desk.invoices.issue(ann, 10_000, 'DE'));
    expect(next.totals).toMatchObject({ grossCents: 11_900, creditCents: 1900, dueCents: 10_000 });
    expect(await desk.invoices.credit(ann)).toBe(0);
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('is issued once for a key, and concurrent ones never give back more than the invoice', async () => {
    const same = await Promise.all([1, 2, 3].map(() => desk.credit(id, 50, 'one-note')));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(same.map(({ body }) => body.creditNote.id)).size).toBe(1);
    expect((await desk.credit(id, 49, 'one-note')).problem.code).toBe('request.idempotency_mismatch');
    const more = await Promise.all([1, 2, 3].map(() => desk.credit(id, 60)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { billingHistory } = (await desk.server.call(listInvoices, {}, { as: ann })).body;
    expect(billingHistory.filter(({ kind }) => kind === 'credit_note').map(({ amount }) => amount)).toEqual([-60, -50]);
    expect(await desk.invoices.problems()).toEqual([]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  creditInvoice,
  extendTrial,
  giveUpInvoice,
  listBillingEvents,
  listInvoices,
  moveClock,
  readBillingAccount,
  startTrial,
  voidInvoice,
} from '#domains/billing/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { giveDetails } from '../billing.fixture.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const seller = {
  name: 'Kai Records GmbH',
  address: { street: 'Hafenstraße 7', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  taxId: 'DE136695976',
};

let folder: string;
let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let admin: TestAccount;
let ann: TestAccount;
let id: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-seller-'));
  const file = path.join(folder, 'seller.json');
  await writeFile(file, JSON.stringify(seller));
  server = await startTestServer({
    clock: createTestClock(new Date(Date.now() - 3_600_000).toISOString()),
    environment: { CAIRN_DEMO: 'true', CAIRN_BILLING_SELLER_FILE: file },
  });
  invoices = createInvoices(server);
  admin = await server.account('administrator');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ann = await server.account('manufacturer');
  // 100.00 and 19 % of it.
  id = await invoices.issue(ann, 10_000, 'DE');
});

const credit = (amount: number, key?: string, invoiceId = id) =>
  server.call(
    creditInvoice,
    { params: { invoiceId }, body: { amount, reason: 'Agreed by telephone.' } },
    { as: admin, ...(key === undefined ? {} : { key }) },
  );
const decide = (route: typeof voidInvoice | typeof giveUpInvoice, invoiceId = id, key?: string) =>
  server.call(
    route,
    { params: { invoiceId }, body: { reason: 'Agreed by telephone.' } },
    { as: admin, ...(key === undefined ? {} : { key }) },
  );
const documentOf = async (invoiceId: string): Promise<InvoiceDocument> => {
  const [row] = await server.database.sql<{ document: InvoiceDocument }>(
    'select document from billing_invoices where invoice_id = $1',
    [invoiceId],
  );
  if (row === undefined) throw new Error('The invoice exists');
  return row.document;
};
const eventsOf = async (as: TestAccount) =>
  (await server.call(listBillingEvents, { query: { limit: 50 } }, { as })).body.events.map(({ kind }) => kind);

describe('a credit note', () => {
  test('has the parties and the tax of its invoice, whatever the account and the rates are by now', async () => {
    const rates = server.services.billing.seller?.rates as Record<string, number>;
    rates['DE'] = 700;
    const issued = await invoices.issue(ann, 10_000, 'DE');
    delete rates['DE'];
    const invoice = await documentOf(issued);
    expect(invoice.tax).toMatchObject({ category: 'S', basisPoints: 700, cents: 700 });
    const owed = await taxOwed();
    // The buyer moves to where no tax is charged, and is called something else.
    await giveDetails(server, ann, 'US');
    await server.database.sql(`update billing_accounts set billed_name = 'Another Company' where account_id = $1`, [
      ann.id,
    ]);
    const { body } = await credit(107, undefined, issued);
    const note = await documentOf(body.creditNote.id);
    expect([note.seller, note.buyer]).toEqual([invoice.seller, invoice.buyer]);
    expect(note.tax).toMatchObject({ category: 'S', basisPoints: 700, basisCents: 10_000, cents: 700 });
    expect(note.preceding).toEqual({ number: invoice.number, issuedOn: invoice.issuedOn });
    expect(body.invoice).toMatchObject({ state: 'paid', due: 0, credited: 107 });
    expect([await taxOwed(), await invoices.credit(ann)]).toEqual([owed - 700, 0]);
    expect(await invoices.problems()).toEqual([]);
  });

  test('gives back exactly what was asked, and notes of all of an invoice give back its net and its tax', async () => {
    const owed = await taxOwed();
    const parts = [0.01, 33.33, 0.5, 12.34, 72.81, 0.01];
    expect(Math.round(parts.reduce((sum, one) => sum + one * 100, 0))).toBe(11_900);
    const notes: InvoiceDocument[] = [];
    for (const amount of parts) {
      const { body } = await credit(amount);
      expect(body.creditNote.amount).toBe(-amount);
      notes.push(await documentOf(body.creditNote.id));
    }
    const sum = (of: (document: InvoiceDocument) => number) => notes.reduce((all, one) => all + of(one), 0);
    expect([sum(({ totals }) => totals.netCents), sum(({ totals }) => totals.taxCents)]).toEqual([10_000, 1900]);
    for (const { totals } of notes)
      expect(Math.abs(totals.taxCents - (totals.netCents * 1900) / 10_000)).toBeLessThanOrEqual(1.5);
    expect(notes.every(({ tax, totals }) => tax.cents === totals.taxCents)).toBe(true);
    expect(await taxOwed()).toBe(owed - 1900);
    const refused = await credit(0.01);
    expect(refused.problem).toMatchObject({ status: 400, errors: [{ pointer: '/amount' }] });
    expect(await invoices.problems()).toEqual([]);
  });

  test('beyond what is left becomes credit, which pays the next invoice', async () => {
    await invoices.pay(ann, id, { paymentMethod: 'fiat' });
    const { body } = await credit(19);
    expect(body.invoice).toMatchObject({ state: 'paid', credited: 0 });
    expect(await invoices.credit(ann)).toBe(1900);
    const next = await documentOf(await invoices.issue(ann, 10_000, 'DE'));
    expect(next.totals).toMatchObject({ grossCents: 11_900, creditCents: 1900, dueCents: 10_000 });
    expect(await invoices.credit(ann)).toBe(0);
    expect(await invoices.problems()).toEqual([]);
  });

  test('is issued once for a key, and concurrent ones never give back more than the invoice', async () => {
    const same = await Promise.all([1, 2, 3].map(() => credit(50, 'one-note')));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(same.map(({ body }) => body.creditNote.id)).size).toBe(1);
    expect((await credit(49, 'one-note')).problem.code).toBe('request.idempotency_mismatch');
    const more = await Promise.all([1, 2, 3].map(() => credit(60)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { billingHistory } = (await server.call(listInvoices, {}, { as: ann })).body;
    expect(billingHistory.filter(({ kind }) => kind === 'credit_note').map(({ amount }) => amount)).toEqual([-60, -50]);
    expect(await invoices.problems()).toEqual([]);
  });
});

/** What is owed to the tax office, in cents; a credit in the books. */
async function taxOwed(): Promise<number> {
  return 0 - (await invoices.booked('payable:sales_tax'));
}

describe('a void invoice', () => {
  test('is not due, gives back the credit that paid of it, and leaves nothing in the books', async () => {
    await credit(119);
    const first = await invoices.issue(ann, 2000, 'DE');
    await invoices.pay(ann, first, { paymentMethod: 'fiat' });
    await credit(10, undefined, first);
    const [earned, tax] = [await invoices.booked('revenue:subscriptions'), await taxOwed()];
    const second = await invoices.issue(ann, 3000, 'DE');
    expect((await documentOf(second)).totals.creditCents).toBe(1000);
    const { body } = await decide(voidInvoice, second);
    expect(body.invoice).toMatchObject({ state: 'void', status: 'failed', due: 0 });
    expect(await invoices.credit(ann)).toBe(1000);
    expect([await invoices.booked('revenue:subscriptions'), await taxOwed()]).toEqual([earned, tax]);
    for (const again of [await decide(voidInvoice, second), await decide(giveUpInvoice, second)])
      expect(again.problem.code).toBe('billing.invoice_closed');
    expect((await credit(1, undefined, second)).problem.code).toBe('billing.invoice_closed');
    expect((await invoices.pay(ann, second)).problem.code).toBe('billing.invoice_closed');
    expect(await invoices.problems()).toEqual([]);
  });

  test('that money arrives for after all makes credit of it, and a reversal takes the credit back', async () => {
    const { payment } = (await invoices.pay(ann, id)).body;
    await decide(voidInvoice);
    expect((await invoices.confirm(admin, payment.id)).body.payment.status).toBe('completed');
    expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'void', paid: 11_900 }, 11_900]);
    expect(await invoices.problems()).toEqual([]);
    const next = await invoices.issue(ann, 5000, 'DE');
    expect((await documentOf(next)).totals.dueCents).toBe(0);
    await invoices.takeBack(admin, payment.id);
    // The credit was used by then: the account owes it.
    expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'void', paid: 0 }, -5950]);
    expect(await invoices.problems()).toEqual([]);
  });

  test('is none of which something was paid or credited, or that is paid', async () => {
    const first = (await invoices.pay(ann, id)).body.payment.id;
    await invoices.confirm(admin, first, 20);
    expect((await decide(voidInvoice)).problem.code).toBe('billing.invoice_closed');
    const other = await invoices.issue(ann, 1000, 'DE');
    await credit(1, undefined, other);
    expect((await decide(voidInvoice, other)).problem.code).toBe('billing.invoice_closed');
    expect(await invoices.row(other)).toMatchObject({ state: 'open' });
    expect(await invoices.problems()).toEqual([]);
  });
});

describe('an invoice that was given up', () => {
  test('can be paid, and is given up again when that is taken back', async () => {
    expect((await decide(giveUpInvoice)).body.invoice).toMatchObject({ state: 'uncollectible', due: 119 });
    const { payment } = (await invoices.pay(ann, id)).body;
    await invoices.confirm(admin, payment.id);
    expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 11_900 });
    expect(await invoices.problems()).toEqual([]);
    await invoices.takeBack(admin, payment.id);
    expect(await invoices.row(id)).toEqual({ state: 'uncollectible', paid: 0 });
    const [row] = await server.database.sql<{ dunning: Date | null }>(
      'select dunning_at as dunning from billing_invoices where invoice_id = $1',
      [id],
    );
    expect(row?.dunning).toBeNull();
    expect(await invoices.problems()).toEqual([]);
  });

  test('by itself is closed at its time in billing time, however late the run comes', async () => {
    await server.call(moveClock, { body: { days: 14 + 90 } }, { as: ann });
    const [row] = await server.database.sql<{ state: string; days: number; givenUp: number }>(
      `select state, extract(epoch from closed_at - due_at)::int / 86400 as days,
         extract(epoch from given_up_at - due_at)::int / 86400 as "givenUp"
       from billing_invoices where invoice_id = $1`,
      [id],
    );
    expect(row).toEqual({ state: 'uncollectible', days: 60, givenUp: 60 });
    expect(await invoices.problems()).toEqual([]);
  });

  test('can still be voided or credited', async () => {
    await decide(giveUpInvoice);
    expect((await decide(voidInvoice)).body.invoice.state).toBe('void');
    const other = await invoices.issue(ann, 1000, 'DE');
    await decide(giveUpInvoice, other);
    expect((await credit(11.9, undefined, other)).body.invoice).toMatchObject({ state: 'paid', due: 0 });
    expect(await invoices.problems()).toEqual([]);
    expect(await eventsOf(ann)).toEqual(expect.arrayContaining(['invoice_given_up', 'invoice_voided']));
  });
});

test('decisions are for administrators, and each names who made it and why', async () => {
  for (const role of ['manufacturer', 'government', 'other'] as const) {
    const as = await server.account(role);
    const params = { params: { invoiceId: id }, body: { reason: 'Mine now' } };
    expect((await server.call(voidInvoice, params, { as })).status).toBe(403);
    expect((await server.call(giveUpInvoice, params, { as })).status).toBe(403);
    const more = { ...params, body: { amount: 1, reason: 'Mine now' } };
    expect((await server.call(creditInvoice, more, { as })).status).toBe(403);
    const trial = { params: { username: as.username }, body: { days: 90, reason: 'Mine now' } };
    expect((await server.call(extendTrial, trial, { as })).status).toBe(403);
  }
  await decide(voidInvoice);
  const { events } = (await server.call(listBillingEvents, { query: { limit: 5 } }, { as: ann })).body;
  expect(events[0]).toMatchObject({ kind: 'invoice_voided', by: admin.username });
  expect(events[0]?.text).toContain('Agreed by telephone.');
});

test('a trial is extended once for a key, and one that expired goes on', async () => {
  await server.call(startTrial, { body: { planId: 'starter', userCount: 1, assetCount: 0 } }, { as: ann });
  const extend = (key: string) =>
    server.call(
      extendTrial,
      { params: { username: ann.username }, body: { days: 7, reason: 'Agreed by telephone.' } },
      { as: admin, key },
    );
  const answers = await Promise.all([extend('week'), extend('week'), extend('week')]);
  const end = Math.floor(server.clock() / 1000) * 1000 + 21 * 86_400_000;
  expect(answers.map(({ body }) => body.trialEnd)).toEqual(Array(3).fill(new Date(end).toISOString()));
  expect((await eventsOf(ann)).filter((kind) => kind === 'trial_extended')).toHaveLength(1);
  expect((await server.call(readBillingAccount, {}, { as: ann })).body.canTry).toBe(false);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  creditInvoice,
  extendTrial,
  giveUpInvoice,
  listBillingEvents,
  moveClock,
  readBillingAccount,
  startTrial,
  voidInvoice,
} from '#domains/billing/contract.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { carryInvoice } from '../payments/carry-invoices.ts';
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

describe('a void invoice', () => {
  test('is not due, returns the credit that paid part of it, and leaves nothing in the books', async () => {
    await desk.credit(id, 119);
    const first = await desk.invoices.issue(ann, 2000, 'DE');
    await desk.invoices.pay(ann, first, { paymentMethod: 'fiat' });
    await desk.credit(first, 10);
    const [earned, tax] = [await desk.invoices.booked('revenue:subscriptions'), await desk.taxOwed()];
    const second = await desk.invoices.issue(ann, 3000, 'DE');
    expect((await desk.documentOf(second)).totals.creditCents).toBe(1000);
    const { body } = await desk.decide(voidInvoice, second);
    expect(body.invoice).toMatchObject({ state: 'void', status: 'failed', due: 0 });
    expect(await desk.invoices.credit(ann)).toBe(1000);
    expect([await desk.invoices.booked('revenue:subscriptions'), await desk.taxOwed()]).toEqual([earned, tax]);
    for (const again of [await desk.decide(voidInvoice, second), await desk.decide(giveUpInvoice, second)])
      expect(again.problem.code).toBe('billing.invoice_closed');
    expect((await desk.credit(second, 1)).problem.code).toBe('billing.invoice_closed');
    expect((await desk.invoices.pay(ann, second)).problem.code).toBe('billing.invoice_closed');
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('turns money that still arrives into credit, and a reversal takes the credit back', async () => {
    const { payment } = (await desk.invoices.pay(ann, id)).body;
    await desk.decide(voidInvoice, id);
    expect((await desk.invoices.confirm(desk.admin, payment.id)).body.payment.status).toBe('completed');
    expect([await desk.invoices.row(id), await desk.invoices.credit(ann)]).toEqual([
      { state: 'void', paid: 11_900 },
      11_900,
    ]);
    expect(await desk.invoices.problems()).toEqual([]);
    const next = await desk.invoices.issue(ann, 5000, 'DE');
    expect((await desk.documentOf(next)).totals.dueCents).toBe(0);
    await desk.invoices.takeBack(desk.admin, payment.id);
    // The credit has been used: the account owes it.
    expect([await desk.invoices.row(id), await desk.invoices.credit(ann)]).toEqual([{ state: 'void', paid: 0 }, -5950]);
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('is never one with a completed payment that is not applied to it yet', async () => {
    await desk.invoices.pay(ann, id, { paymentMethod: 'fiat' });
    const unapplied = `update billing_invoices set state = 'open', paid_cents = 0, closed_at = null where invoice_id = $1`;
    await desk.server.database.sql(unapplied, [id]);
    expect((await desk.decide(voidInvoice, id)).problem.code).toBe('billing.invoice_closed');
    await carryInvoice(desk.server.services.payments, id);
    expect(await desk.invoices.row(id)).toEqual({ state: 'paid', paid: 11_900 });
    expect(await desk.invoices.problems()).not.toContainEqual(expect.stringContaining(`${id}: `));
  });

  test('is never one whose card payment was approved at the provider, and closes one that only waits', async () => {
    const card = { paymentMethod: 'fiat', card: 'test_needs_step' };
    const waiting = (await desk.invoices.pay(ann, id, card)).body.payment.id;
    // The cardholder approves it, and the server does not know yet.
    await desk.server.database.sql(`update test_card_charges set state = 'succeeded' where payment_id = $1`, [waiting]);
    expect((await desk.decide(voidInvoice, id)).problem.code).toBe('billing.invoice_closed');
    expect([await desk.invoices.row(id), await desk.invoices.credit(ann)]).toEqual([
      { state: 'paid', paid: 11_900 },
      0,
    ]);
    const other = await desk.invoices.issue(ann, 1000, 'DE');
    const second = (await desk.invoices.pay(ann, other, card)).body.payment.id;
    expect((await desk.decide(voidInvoice, other)).body.invoice.state).toBe('void');
    expect(
      await desk.server.database.sql('select state, reason from payments where payment_id = $1', [second]),
    ).toEqual([{ state: 'failed', reason: 'The invoice was voided.' }]);
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('is never one that was credited or paid, even in part', async () => {
    const first = (await desk.invoices.pay(ann, id)).body.payment.id;
    await desk.invoices.confirm(desk.admin, first, 20);
    expect((await desk.decide(voidInvoice, id)).problem.code).toBe('billing.invoice_closed');
    const other = await desk.invoices.issue(ann, 1000, 'DE');
    await desk.credit(other, 1);
    expect((await desk.decide(voidInvoice, other)).problem.code).toBe('billing.invoice_closed');
    expect(await desk.invoices.row(other)).toMatchObject({ state: 'open' });
    expect(await desk.invoices.problems()).toEqual([]);
  });
});

describe('an uncollectible invoice', () => {
  test('can be paid, and is given up again when the payment is taken back', async () => {
    expect((await desk.decide(giveUpInvoice, id)).body.invoice).toMatchObject({ state: 'uncollectible', due: 119 });
    const { payment } = (await desk.invoices.pay(ann, id)).body;
    await desk.invoices.confirm(desk.admin, payment.id);
    expect(await desk.invoices.row(id)).toEqual({ state: 'paid', paid: 11_900 });
    expect(await desk.invoices.problems()).toEqual([]);
    await desk.invoices.takeBack(desk.admin, payment.id);
    expect(await desk.invoices.row(id)).toEqual({ state: 'uncollectible', paid: 0 });
    const [row] = await desk.server.database.sql<{ dunning: Date | null }>(
      'select dunning_at as dunning from billing_invoices where invoice_id = $1',
      [id],
    );
    expect(row?.dunning).toBeNull();
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('is given up automatically at its billing time, even by a late run', async () => {
    await desk.server.call(moveClock, { body: { days: 14 + 90 } }, { as: ann });
    const [row] = await desk.server.database.sql<{ state: string; days: number; givenUp: number }>(
      `select state, extract(epoch from closed_at - due_at)::int / 86400 as days,
         extract(epoch from given_up_at - due_at)::int / 86400 as "givenUp"
       from billing_invoices where invoice_id = $1`,
      [id],
    );
    expect(row).toEqual({ state: 'uncollectible', days: 60, givenUp: 60 });
    expect(await desk.invoices.problems()).toEqual([]);
  });

  test('can still be voided or credited', async () => {
    await desk.decide(giveUpInvoice, id);
    expect((await desk.decide(voidInvoice, id)).body.invoice.state).toBe('void');
    const other = await desk.invoices.issue(ann, 1000, 'DE');
    await desk.decide(giveUpInvoice, other);
    expect((await desk.credit(other, 11.9)).body.invoice).toMatchObject({ state: 'paid', due: 0 });
    expect(await desk.invoices.problems()).toEqual([]);
    expect(await desk.eventsOf(ann)).toEqual(expect.arrayContaining(['invoice_given_up', 'invoice_voided']));
  });
});

test('only administrators decide, and each decision names its author and reason', async () => {
  for (const role of ['manufacturer', 'government', 'other'] as const) {
    const as = await desk.server.account(role);
    const params = { params: { invoiceId: id }, body: { reason: 'Mine now' } };
    expect((await desk.server.call(voidInvoice, params, { as })).status).toBe(403);
    expect((await desk.server.call(giveUpInvoice, params, { as })).status).toBe(403);
    const more = { ...params, body: { amount: 1, reason: 'Mine now' } };
    expect((await desk.server.call(creditInvoice, more, { as })).status).toBe(403);
    const trial = { params: { username: as.username }, body: { days: 90, reason: 'Mine now' } };
    expect((await desk.server.call(extendTrial, trial, { as })).status).toBe(403);
  }
  await desk.decide(voidInvoice, id);
  const { events } = (await desk.server.call(listBillingEvents, { query: { limit: 5 } }, { as: ann })).body;
  expect(events[0]).toMatchObject({ kind: 'invoice_voided', by: desk.admin.username });
  expect(events[0]?.text).toContain('Agreed by telephone.');
});

test('a trial is extended once for a key, and an expired one continues', async () => {
  await desk.server.call(startTrial, { body: { planId: 'starter', userCount: 1, assetCount: 0 } }, { as: ann });
  const extend = (key: string) =>
    desk.server.call(
      extendTrial,
      { params: { username: ann.username }, body: { days: 7, reason: 'Agreed by telephone.' } },
      { as: desk.admin, key },
    );
  const answers = await Promise.all([extend('week'), extend('week'), extend('week')]);
  const end = Math.floor(desk.server.clock() / 1000) * 1000 + 21 * 86_400_000;
  expect(answers.map(({ body }) => body.trialEnd)).toEqual(Array(3).fill(new Date(end).toISOString()));
  expect((await desk.eventsOf(ann)).filter((kind) => kind === 'trial_extended')).toHaveLength(1);
  expect((await desk.server.call(readBillingAccount, {}, { as: ann })).body.canTry).toBe(false);
});

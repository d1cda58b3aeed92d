import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endBillingCard, readBillingCard, setBillingCard } from '#domains/billing/contract.ts';
import {
  confirmTestCard,
  readPayment,
  removeStoredCard,
  storeCard,
  type TestCard,
} from '#domains/payments/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { chargeInvoice, continueCharges } from './charge-invoice.ts';
import { createInvoices } from './invoices.fixture.ts';
import { closeBeyondDue } from './open-card-payments.ts';
import { openInvoicePayments } from './open-invoice-payments.ts';
import { sealCharge } from './seal-charges.ts';

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  ann = await server.account('manufacturer');
  id = await invoices.issue(ann, 15_500);
});

async function useCard(card: TestCard): Promise<string> {
  const { id: cardId } = (await server.call(storeCard, { body: { card } }, { as: ann })).body.card;
  expect((await server.call(setBillingCard, { body: { cardId } }, { as: ann })).status).toBe(200);
  return cardId;
}
const charge = (on = server) => chargeInvoice(openedBy(on), id);
const openedBy = ({ services }: TestServer) => openInvoicePayments(services);
const remind = () =>
  server.database.sql('update billing_invoices set dunning_step = dunning_step + 1 where invoice_id = $1', [id]);
const decide = (paymentId: string | undefined, decision: 'approve' | 'decline') =>
  server.call(confirmTestCard, { params: { paymentId: paymentId ?? '' }, body: { decision } }, { as: ann });
const paymentsOf = async () => (await invoices.list(ann, id)).payments.map(({ payment }) => payment.status);

test('a stored card pays an invoice once, however often and by however many processes it is charged', async () => {
  expect(await charge()).toBeUndefined();
  await useCard('test_success');
  const second = await startTestServer({ beside: server.database, environment: { CAIRN_DEMO: 'true' } });
  const outcomes = await Promise.all([charge(), charge(second), charge(), charge(second)]);
  await second.stop();
  expect((await charge())?.outcome).toBe('completed');
  expect(outcomes.every((one) => one !== undefined)).toBe(true);
  expect(await paymentsOf()).toEqual(['completed']);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  await remind();
  expect(await charge()).toBeUndefined();
  expect(await invoices.problems()).toEqual([]);
});

test('a declined card leaves the invoice open with the reason, and is retried at the next step only', async () => {
  await useCard('test_declined');
  expect(await charge()).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('declined') });
  await charge();
  expect(await paymentsOf()).toEqual(['failed']);
  expect((await invoices.list(ann, id)).charge).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('declined'),
  });
  const [declined] = (await invoices.list(ann, id)).payments;
  expect(declined).toMatchObject({ paid: 0, reason: expect.stringContaining('declined') });
  const params = { paymentId: declined?.payment.id ?? '' };
  expect((await server.call(readPayment, { params }, { as: ann })).body.message).toBe(
    `${declined?.reason} Nothing was paid.`,
  );
  await remind();
  await useCard('test_success');
  expect((await charge())?.outcome).toBe('completed');
  expect(await paymentsOf()).toEqual(['completed', 'failed']);
  expect((await invoices.row(id)).state).toBe('paid');
});

test('a card that needs the cardholder leaves the invoice open, with the reason', async () => {
  await useCard('test_needs_step');
  expect(await charge()).toMatchObject({ outcome: 'started', reason: expect.stringContaining('cardholder') });
  expect(await paymentsOf()).toEqual(['pending']);
  expect((await invoices.row(id)).state).toBe('open');
});

test('no further charge is opened while a card payment of the invoice waits for the cardholder', async () => {
  await useCard('test_needs_step');
  await charge();
  for (const _ of [1, 2]) {
    await remind();
    expect(await charge()).toBeUndefined();
  }
  expect(await paymentsOf()).toEqual(['pending']);
  const [waiting] = (await invoices.list(ann, id)).payments;
  expect((await decide(waiting?.payment.id, 'decline')).status).toBe(200);
  // The next step charges again once nothing waits.
  expect(await charge()).toMatchObject({ outcome: 'started' });
  expect(await paymentsOf()).toEqual(['pending', 'failed']);
  const [second] = (await invoices.list(ann, id)).payments;
  expect((await decide(second?.payment.id, 'approve')).status).toBe(200);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
});

test('a card payment that waits is closed when the invoice is paid otherwise, and cannot be approved then', async () => {
  await useCard('test_needs_step');
  await charge();
  const [waiting] = (await invoices.list(ann, id)).payments;
  const announced = (await invoices.pay(ann, id)).body.payment.id;
  const admin = await server.account('administrator');
  // A part leaves less to pay than the card would.
  await invoices.confirm(admin, announced, 100);
  expect(
    await server.database.sql('select state, reason from payments where payment_id = $1', [waiting?.payment.id]),
  ).toEqual([{ state: 'failed', reason: 'Less is due on the invoice now. Pay what is left.' }]);
  expect((await decide(waiting?.payment.id, 'approve')).problem.code).toBe('payments.settled');

  await remind();
  await charge();
  await invoices.pay(ann, id, { paymentMethod: 'fiat' });
  expect(await paymentsOf()).toEqual(['completed', 'failed', 'completed', 'failed']);
  expect((await invoices.list(ann, id)).charge).toMatchObject({ outcome: 'dropped' });
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'paid', paid: 15_500 }, 0]);
  expect(await invoices.problems()).toEqual([]);
});

test('a round closes card payments that a stopped process left beyond what is due', async () => {
  await useCard('test_needs_step');
  await charge();
  await server.database.sql('update billing_invoices set credited_cents = gross_cents where invoice_id = $1', [id]);
  await closeBeyondDue(server.services.payments);
  expect(await paymentsOf()).toEqual(['failed']);
  await server.database.sql('update billing_invoices set credited_cents = 0 where invoice_id = $1', [id]);
});

const startCharge = (cardId: string, seal: Buffer) =>
  server.database.sql(
    `insert into billing_charges (invoice_id, step, card_id, amount_cents, outcome, started_at, seal)
     values ($1, 0, $2, 15500, 'started', $3, $4)`,
    [id, cardId, new Date(server.clock()), seal],
  );

test('a charge stored by a stopped process is made once', async () => {
  const cardId = await useCard('test_success');
  const { seals } = server.services.payments;
  await startCharge(cardId, await sealCharge(seals, { invoiceId: id, step: 0, cardId, amountCents: 15_500 }));
  await Promise.all([continueCharges(openedBy(server)), continueCharges(openedBy(server))]);
  expect(await paymentsOf()).toEqual(['completed']);
  // It also stops after the payment was opened, before its outcome is stored.
  await server.database.sql(`update billing_charges set outcome = 'started', payment_id = null where invoice_id = $1`, [
    id,
  ]);
  await continueCharges(openedBy(server));
  expect(await paymentsOf()).toEqual(['completed']);
  expect((await charge())?.outcome).toBe('completed');
});

test('nothing is charged for a paid invoice, without a card, or with the card of another account', async () => {
  const cardId = await useCard('test_success');
  await server.call(endBillingCard, {}, { as: ann });
  expect((await server.call(readBillingCard, {}, { as: ann })).body.card).toBeNull();
  expect(await charge()).toBeUndefined();
  const ben = await server.account('manufacturer');
  const theirs = await server.call(setBillingCard, { body: { cardId } }, { as: ben });
  expect([theirs.status, theirs.problem.code]).toEqual([404, 'payments.card_not_found']);

  await server.call(setBillingCard, { body: { cardId } }, { as: ann });
  await server.call(removeStoredCard, { params: { cardId } }, { as: ann });
  expect((await server.call(readBillingCard, {}, { as: ann })).body.card).toBeNull();
  expect(await charge()).toMatchObject({ outcome: 'failed', reason: 'The card was removed.' });
  await invoices.pay(ann, id, { paymentMethod: 'fiat' });
  await remind();
  expect(await charge()).toBeUndefined();
  expect(await paymentsOf()).toEqual(['completed']);
});

const unsealed = async () => (await invoices.problems()).filter((one) => one.endsWith('does not have its seal'));

test('a card that the account did not choose is not charged, and reported', async () => {
  const chosen = await useCard('test_success');
  const { id: other } = (await server.call(storeCard, { body: {} }, { as: ann })).body.card;
  const choose = (cardId: string) =>
    server.database.sql('update billing_accounts set card_id = $1 where account_id = $2', [cardId, ann.id]);
  await choose(other);
  expect((await server.call(readBillingCard, {}, { as: ann })).body.card).toBeNull();
  await expect(charge()).rejects.toThrow('changed outside of this application');
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
  expect(await unsealed()).toEqual([`billing_accounts: ${ann.id}: the card for invoices does not have its seal`]);
  await choose(chosen);
  expect(await unsealed()).toEqual([]);
  expect((await charge())?.outcome).toBe('completed');
});

test('the card of another account is never charged, even if the table names it with its seal', async () => {
  await useCard('test_success');
  const ben = await server.account('manufacturer');
  const other = await invoices.issue(ben, 100);
  await server.database.sql(
    `update billing_accounts set (card_id, card_seal) = (select card_id, card_seal from billing_accounts where account_id = $1)
     where account_id = $2`,
    [ann.id, ben.id],
  );
  await expect(chargeInvoice(openedBy(server), other)).rejects.toThrow('changed outside of this application');
  expect(await invoices.row(other)).toEqual({ state: 'open', paid: 0 });
  expect((await unsealed()).join()).toContain(ben.id);
  await server.call(endBillingCard, {}, { as: ben });
  expect(await unsealed()).toEqual([]);
});

test('a charge that this application did not store is not made, is reported, and stops no other', async () => {
  const cardId = await useCard('test_success');
  const { seals } = server.services.payments;
  await startCharge(cardId, await sealCharge(seals, { invoiceId: id, step: 0, cardId, amountCents: 100 }));
  const forged = id;
  id = await invoices.issue(ann, 15_500);
  await startCharge(cardId, await sealCharge(seals, { invoiceId: id, step: 0, cardId, amountCents: 15_500 }));
  await expect(continueCharges(openedBy(server))).rejects.toThrow('changed outside of this application');
  expect(await invoices.row(forged)).toEqual({ state: 'open', paid: 0 });
  expect((await invoices.row(id)).state).toBe('paid');
  expect(await unsealed()).toEqual([`billing_charges: ${forged}: the charge 0 does not have its seal`]);
  await server.database.sql('delete from billing_charges where invoice_id = $1', [forged]);
});

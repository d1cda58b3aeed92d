import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription, creditInvoice, startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const DAY = 86_400_000;
const DRAFT = 3_600_000;
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
let ben: TestAccount;
/** The first invoices of both: `ann` paid hers, and 10 dollars of it are credited. */
let paid: string;
let owed: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  [ann, ben] = [await subscribe(), await subscribe()];
  await move(14 * DAY + 1000);
  await move(DRAFT);
  [paid, owed] = [await firstOf(ann), await firstOf(ben)];
  await invoices.pay(await again(server, ann), paid, { paymentMethod: 'fiat' });
  const as = await again(server, await server.account('administrator'));
  const credit = { params: { invoiceId: paid }, body: { amount: 10, reason: 'Agreed' } };
  expect((await server.call(creditInvoice, credit, { as })).status).toBe(200);
  // The next period of both has begun, and its invoice is due to be issued.
  const [period] = await server.database.sql<{ end: number }>(
    'select extract(epoch from max(period_end))::float * 1000 as end from billing_subscriptions',
  );
  await move((period?.end ?? 0) + 1000 - server.clock());
  server.clock.advance(DRAFT);
});
afterAll(() => server.stop());

async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  await giveDetails(server, account);
  return account;
}

async function move(milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds);
  await runBilling(server);
}

const issuedTo = ({ id }: TestAccount) =>
  server.database.sql<{ id: string; credit: number }>(
    `select invoice_id as id, credit_cents::int as credit from billing_invoices
     where account_id = $1 and kind = 'invoice' and number is not null order by created_at`,
    [id],
  );
const firstOf = async (account: TestAccount) => (await issuedTo(account))[0]?.id ?? '';
const bare = (statement: string) =>
  server.database.sql(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
const forged = (of: TestAccount, why: string, invoice: string, cents = 100_000) =>
  `insert into billing_credits (account_id, cents, why, invoice_id, at) values ('${of.id}', ${cents}, '${why}', '${invoice}', now())`;
/** Each is a change of credit of `ann`, or of what it follows from. */
const forgeries = [
  ['of a note that was not issued', () => forged(ann, 'credit_note', paid)],
  ['of the invoice of another account', () => forged(ann, 'overpaid', owed)],
  ['of an invoice that does not exist', () => forged(ann, 'overpaid', 'inv_00000000000000000000')],
  ['of a note, larger', () => `update billing_credits set cents = 100000 where account_id = '${ann.id}'`],
  ['of a note, taken away', () => `delete from billing_credits where account_id = '${ann.id}'`],
  [
    'of a payment that was not made',
    () =>
      `update billing_invoices set paid_cents = paid_cents + 100000 where invoice_id = '${paid}'; ${forged(ann, 'overpaid', paid)}`,
  ],
  [
    'of an invoice that was not voided',
    () =>
      `update billing_invoices set state = 'void', credit_cents = 1000 where invoice_id = '${paid}';
       ${forged(ann, 'returned', paid, 1000)}; ${forged(ann, 'used', paid, -1000)}`,
  ],
  [
    'of a note with another amount',
    () =>
      `update billing_invoices set gross_cents = 101000 where preceding = '${paid}'; update billing_credits set cents = 101000 where account_id = '${ann.id}'`,
  ],
  [
    'of a note of no block',
    () =>
      `insert into billing_invoices (invoice_id, account_id, kind, state, number, title, document, sha256, issued_index, gross_cents, preceding, created_at)
       select 'inv_00000000000000000000', account_id, kind, state, '2020-1', title, document, sha256, 0, 100000, preceding, created_at
       from billing_invoices where preceding = '${paid}'; ${forged(ann, 'credit_note', 'inv_00000000000000000000')}`,
  ],
] as const;

test.each(forgeries)('forged credit pays no invoice, and is reported: %s', async (_, forge) => {
  expect(await invoices.problems()).toEqual([]);
  await bare(
    'create table credits as select * from billing_credits; create table own as select * from billing_invoices',
  );
  await bare(forge());
  const { failed } = await runBilling(server);
  const found = await invoices.problems();
  const issued = await issuedTo(ann);
  await bare(`delete from billing_credits; insert into billing_credits overriding system value select * from credits; drop table credits;
    delete from billing_invoices where invoice_id = 'inv_00000000000000000000';
    update billing_invoices i set (state, credit_cents, gross_cents, paid_cents) = (o.state, o.credit_cents, o.gross_cents, o.paid_cents)
    from own o where o.invoice_id = i.invoice_id and i.account_id = '${ann.id}'; drop table own`);
  expect([failed, issued.length]).toEqual([1, 1]);
  expect(found).not.toEqual([]);
});

test('a change of an account with forged credit is refused, and changes nothing', async () => {
  const as = await again(server, ben);
  await bare(forged(ben, 'credit_note', owed));
  const before = await issuedTo(ben);
  const answer = await server.call(changeSubscription, { body: { userCount: 9 } }, { as });
  expect([answer.status, answer.problem?.code, answer.problem?.hint]).toEqual([
    503,
    'server.unavailable',
    expect.stringContaining('rebuild --check'),
  ]);
  expect(await issuedTo(ben)).toEqual(before);
  await bare(`delete from billing_credits where account_id = '${ben.id}'`);
  expect((await server.call(changeSubscription, { body: { userCount: 9 } }, { as })).status).toBe(200);
});

test('genuine credit pays the next invoice', async () => {
  expect((await runBilling(server)).failed).toBe(0);
  expect((await issuedTo(ann)).map(({ credit }) => credit)).toEqual([0, 1000]);
  expect(await invoices.problems()).toEqual([]);
});

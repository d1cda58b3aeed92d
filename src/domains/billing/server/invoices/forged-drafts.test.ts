import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';
import { hashDraft } from './drafts.ts';

const DAY = 86_400_000;
const DRAFT = 3_600_000;
const FORGED = 'inv_00000000000000000000';
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

type Stored = {
  readonly title: string;
  readonly document: { readonly lines: Parameters<typeof hashDraft>[0]['lines'] };
  readonly at: number;
  readonly start: number;
  readonly end: number;
};

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
let ben: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
  [ann, ben] = [await subscribe(), await subscribe()];
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
});
afterAll(() => server.stop());

async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  await giveDetails(server, account);
  return account;
}

const bare = (statement: string) =>
  server.database.sql(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
const numbersOf = async ({ id }: TestAccount) =>
  (
    await server.database.sql<{ number: string }>(
      'select number from billing_invoices where account_id = $1 and number is not null',
      [id],
    )
  ).length;
const copyOf = (of: TestAccount, document: string) =>
  `insert into billing_invoices (invoice_id, account_id, kind, state, title, document, gross_cents, period_start, period_end, created_at)
   select '${FORGED}', '${of.id}', kind, 'draft', title, ${document}, 1, period_start, period_end, created_at - interval '1 day'
   from billing_invoices where account_id = '${ann.id}' and kind = 'invoice' limit 1`;

/** Each is a change of the draft of an account, what undoes it, and what the comparison with the blocks finds. */
const forgeries = [
  ['a cheaper one', () => copyOf(ann, `jsonb_set(document, '{lines,0,cents}', '1')`), 'is a draft of no block'],
  ['one with the lines of another', () => copyOf(ann, 'document'), 'is a draft of no block'],
  [
    'one that an event names, without a block',
    () =>
      `${copyOf(ann, 'document')}; insert into billing_events (account_id, at, recorded_at, kind, invoice_id, detail, block_index)
       select account_id, at, recorded_at, kind, '${FORGED}', detail, block_index from billing_events where account_id = '${ann.id}' and kind = 'invoice_drafted'`,
    `${FORGED}: differs from the draft`,
  ],
] as const;

test.each(forgeries)('a forged draft is not issued, and reported: %s', async (_, forge, found) => {
  const before = [await numbersOf(ann), await numbersOf(ben)];
  await bare(forge());
  expect((await runBilling(server)).failed).toBe(1);
  expect([await numbersOf(ann), await numbersOf(ben)]).toEqual(before);
  expect((await invoices.problems()).join('\n')).toContain(found);
  await bare(
    `delete from billing_invoices where invoice_id = '${FORGED}'; delete from billing_events where invoice_id = '${FORGED}'`,
  );
  expect(await invoices.problems()).toEqual([]);
});

test('a draft whose lines were altered is not issued until they are those of its block, and others are', async () => {
  const own = `account_id = '${ann.id}' and state = 'draft'`;
  await bare(`create table lines as select document, gross_cents from billing_invoices where ${own}`);
  await bare(
    `update billing_invoices set document = jsonb_set(document, '{lines,0,cents}', '1'), gross_cents = 1 where ${own}`,
  );
  server.clock.advance(DRAFT);
  expect((await runBilling(server)).failed).toBe(1);
  expect([await numbersOf(ann), await numbersOf(ben)]).toEqual([0, 1]);
  await bare(
    `update billing_invoices i set document = l.document, gross_cents = l.gross_cents from lines l where ${own}`,
  );
  expect((await runBilling(server)).failed).toBe(0);
  expect([await numbersOf(ann), await numbersOf(ben)]).toEqual([1, 1]);
  expect(await invoices.problems()).toEqual([]);
});

test('a draft is not issued with the event that names its hash altered to fit', async () => {
  const cat = await subscribe();
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  server.clock.advance(DRAFT);
  const own = `account_id = '${cat.id}'`;
  await bare(
    `create table fitting as select invoice_id, document, gross_cents from billing_invoices where ${own} and state = 'draft'`,
  );
  await bare(
    `create table named as select event_id, detail from billing_events where ${own} and kind = 'invoice_drafted'`,
  );
  await bare(
    `update billing_invoices set document = jsonb_set(document, '{lines,0,cents}', '1'), gross_cents = 1 where ${own} and state = 'draft'`,
  );
  const [draft] = await server.database.sql<Stored>(
    `select title, document, extract(epoch from created_at)::int as at, extract(epoch from period_start)::int as start,
       extract(epoch from period_end)::int as "end" from billing_invoices where ${own} and state = 'draft'`,
  );
  if (draft === undefined) throw new Error('There is no draft');
  const { title, document, at, start, end } = draft;
  const sha256 = hashDraft({ accountId: cat.id, title, lines: document.lines, period: { start, end }, at });
  await bare(
    `update billing_events set detail = jsonb_set(detail::jsonb, '{sha256}', '"${sha256}"') where ${own} and kind = 'invoice_drafted'`,
  );
  expect((await runBilling(server)).failed).toBe(1);
  expect(await numbersOf(cat)).toBe(0);
  await bare(
    `update billing_invoices i set document = f.document, gross_cents = f.gross_cents from fitting f where i.invoice_id = f.invoice_id`,
  );
  await bare('update billing_events e set detail = n.detail from named n where e.event_id = n.event_id');
  expect((await runBilling(server)).failed).toBe(0);
  expect(await numbersOf(cat)).toBe(1);
});

test('an invoice that was set back to a draft is not issued again', async () => {
  const own = `account_id = '${ann.id}' and kind = 'invoice'`;
  await bare(`create table issued as select * from billing_invoices where ${own}`);
  await bare(
    `update billing_invoices set state = 'draft', number = null, issued_index = null, sha256 = null, dunning_at = null,
       document = jsonb_build_object('lines', document->'lines') where ${own}`,
  );
  const blocks = () =>
    server.database.sql(`select 1 from blocks where action = 'billing.invoice_issued'`).then(({ length }) => length);
  const before = await blocks();
  expect((await runBilling(server)).failed).toBe(1);
  expect(await blocks()).toBe(before);
  await bare(`delete from billing_invoices where ${own}; insert into billing_invoices select * from issued`);
  expect((await runBilling(server)).failed).toBe(0);
  expect(await invoices.problems()).toEqual([]);
});

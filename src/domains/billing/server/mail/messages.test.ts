import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { moveClock, saveBillingDetails, startTrial, voidInvoice } from '#domains/billing/contract.ts';
import { type Mailer, openMailer } from '#platform/server/mail/open-mailer.ts';
import { type MailServer, startMailServer, textOf } from '#platform/server/mail/smtp.fixture.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';
import { sendMessages } from './send-messages.ts';

const MINUTE = 60_000;
let server: TestServer;
let mail: MailServer;
let mailer: Mailer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
let address: string;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({ publicUrl: 'https://cairn.example', environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  const { hostname: host, port } = new URL(mail.url);
  const from = { name: 'Cairn', address: 'billing@cairn.example' };
  const config = { host, port: Number(port), secure: false, requireTls: false, auth: undefined, from };
  mailer = openMailer({ ...config, lettersPerMinute: 100_000 }, { silence: 300 });
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});
beforeEach(async () => {
  mail.behave(undefined);
  ann = await server.account('manufacturer');
  address = `${ann.username}@harbor.example`;
  await server.database.sql('update accounts set email = $2 where id = $1', [ann.id, address]);
  await send();
  mail.received.length = 0;
});

const send = (demo = false, by = mailer) => {
  const { database, clock, city } = server.services;
  return sendMessages({ database, clock, demo, publicUrl: city.publicUrl, log: pino({ level: 'silent' }) }, by);
};
const subjects = () => mail.received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim());
const statesOf = async () =>
  (
    await server.database.sql<{ state: string }>(
      'select mail_state as state from billing_events where account_id = $1 and mail_state is not null order by event_id',
      [ann.id],
    )
  ).map(({ state }) => state);
const move = (days: number) => server.call(moveClock, { body: { days } }, { as: ann });

test('an automatic event is mailed once, also by two processes, with a link to act on it', async () => {
  await server.call(startTrial, { body: { planId: 'starter', userCount: 2, assetCount: 0 } }, { as: ann });
  const details = { name: 'Harrow Bay', street: '12 Dairy Lane', city: 'Harrow Bay', country: 'US' };
  await server.call(saveBillingDetails, { body: details }, { as: ann });
  await move(12);
  await Promise.all([send(), send(), send()]);
  expect(subjects()).toEqual(['Your trial ends soon']);
  expect(mail.received[0]?.to).toEqual([address]);
  expect(textOf(mail.received[0] as (typeof mail.received)[0])).toContain(
    'https://cairn.example/subscription?tab=current',
  );
  mail.received.length = 0;
  await move(60);
  await Promise.all([send(), send()]);
  // Two senders deliver their messages in any order.
  expect(mail.received).toHaveLength(6);
  expect(new Set(subjects().map((subject) => subject?.replace(/\d{4}-\d{6}/, 'N')))).toEqual(
    new Set([
      ...['Your subscription of Cairn', 'Invoice N', 'Invoice N is overdue', 'Invoice N is still overdue'],
      ...['Last reminder of invoice N', 'Recording is stopped until an invoice is paid'],
    ]),
  );
  expect(new Set(await statesOf())).toEqual(new Set(['sent']));
  await send();
  expect(mail.received).toHaveLength(6);
});

test('a reminder of an invoice paid meanwhile is not sent, and a sample is marked as one', async () => {
  const id = await invoices.issue(ann, 1500);
  await move(20);
  await invoices.pay(ann, id, { paymentMethod: 'fiat' });
  await send(true);
  expect(subjects().map((subject) => subject?.replace(/\d{4}-\d{6}/, 'N'))).toEqual([
    'SAMPLE: Invoice N',
    'SAMPLE: Invoice N is paid',
  ]);
  expect(await statesOf()).toEqual(['sent', 'not_sent', 'sent']);
});

test('a mail that is refused temporarily is retried, one refused permanently is not, and nothing is lost', async () => {
  await invoices.issue(ann, 1500);
  mail.behave(451);
  expect(await send()).toBe(true);
  expect([mail.received, await statesOf()]).toEqual([[], ['waiting']]);
  mail.behave(undefined);
  await send();
  expect(mail.received).toEqual([]);
  server.clock.advance(2 * MINUTE);
  await send();
  expect([mail.received.length, await statesOf()]).toEqual([1, ['sent']]);

  await invoices.issue(ann, 1600);
  mail.behave(550);
  await send();
  expect(await statesOf()).toEqual(['sent', 'not_sent']);
});

test('messages sent while the clock was ahead delay no others once it is corrected', async () => {
  const slow = { ...mailer, lettersPerMinute: 1 };
  server.clock.advance(MINUTE + 1);
  for (const cents of [1500, 1600]) await invoices.issue(ann, cents);
  await send(false, slow);
  expect(await statesOf()).toEqual(['sent', 'waiting']);
  await server.database.tamper(
    `update billing_events set mail_at = mail_at + interval '30 days' where mail_state = 'sent' and account_id = $1`,
    [ann.id],
  );
  await send(false, slow);
  expect(await statesOf()).toEqual(['sent', 'sent']);
});

test('an unreachable mail server leaves the message waiting, and is reported', async () => {
  await invoices.issue(ann, 1500);
  mail.behave('hangs');
  expect(await send()).toBe(false);
  expect(await statesOf()).toEqual(['waiting']);
  mail.behave(undefined);
  server.clock.advance(2 * MINUTE);
  expect(await send()).toBe(true);
  expect(await statesOf()).toEqual(['sent']);
});

test('user input is plain text in the mail, and an account without an address gets no mail', async () => {
  const id = await invoices.issue(ann, 1500);
  await send();
  mail.received.length = 0;
  const as = await server.account('administrator');
  const body = { reason: '<img src=x> "agreed" & done' };
  await server.call(voidInvoice, { params: { invoiceId: id }, body }, { as });
  await send();
  const [received] = mail.received;
  const text = textOf(received as NonNullable<typeof received>);
  expect(text).toContain('&lt;img src=x&gt; &quot;agreed&quot; &amp; done');
  expect(text.split('text/html')[1]).not.toContain('<img');
  await server.database.sql('update accounts set email = null where id = $1', [ann.id]);
  await invoices.issue(ann, 100);
  await send();
  expect((await statesOf()).at(-1)).toBe('not_sent');
});

test('a message that waited for days, as from before mail was configured, is not sent', async () => {
  await invoices.issue(ann, 1500);
  server.clock.advance(4 * 24 * 60 * MINUTE);
  await send();
  expect([mail.received, await statesOf()]).toEqual([[], ['not_sent']]);
});

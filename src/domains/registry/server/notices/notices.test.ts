import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chooseMails,
  confirmPayment,
  enterMailAddress,
  eraseOwner,
  failPayment,
  listLetters,
  listNotices,
  markNoticesRead,
  payBill,
  payBills,
  previewNotices,
  readMailSettings,
  readProperty,
  retryLetter,
  reversePayment,
  setNoticeSchedule,
  stopMails,
  verifyMailAddress,
} from '#domains/registry/contract.ts';
import { createLog } from '#platform/server/log.ts';
import { type Mailer, openMailer } from '#platform/server/mail/open-mailer.ts';
import { type MailServer, startMailServer, textOf } from '#platform/server/mail/smtp.fixture.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';
import type { NoticeServices } from './notice-facts.ts';
import { planDue } from './plan-due.ts';
import { planPayments } from './plan-payments.ts';
import { sendLetters } from './send-letters.ts';
import { startNotices } from './start-notices.ts';

const DAY = 86_400_000;
const from = { name: 'City of Harbor', address: 'tax@harbor.example' };
/** Two weeks before the first installment is due, in the time zone of the city. */
const REMINDED_AT = Date.parse('2026-08-18T12:00:00Z');

let server: TestServer;
let mail: MailServer;
let mailer: Mailer;
let services: NoticeServices;
const log: string[] = [];
const written = createLog('debug', { write: (line) => void log.push(line) });

beforeAll(async () => {
  mail = await startMailServer();
  const environment = { SMTP_URL: mail.url, SMTP_FROM: `${from.name} <${from.address}>` };
  server = await startTestServer({
    environment,
    log: written,
    publicUrl: 'https://city.example',
    clock: createTestClock(),
  });
  const { database, clock, city } = server.services;
  services = { database, clock, city, timeZone: city.timeZone };
  const { hostname: host, port } = new URL(mail.url);
  const config = { host, port: Number(port), secure: false, requireTls: false, auth: undefined, from };
  mailer = openMailer({ ...config, lettersPerMinute: 100_000 }, { silence: 300 });
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});
beforeEach(() => {
  mail.behave(undefined);
  mail.received.length = 0;
});

const clerk = () => server.account('government');
const goTo = (time: number) => server.clock.advance(time - server.clock());
const round = async () => {
  await planPayments(services, true);
  await planDue(services, true);
};
const noticesOf = async (as: TestAccount) => (await server.call(listNotices, {}, { as })).body;
const tokenIn = (text: string, name: string) => new RegExp(`${name}=([0-9a-f]+)`).exec(text)?.[1] ?? '';

/** A resident with a verified address. */
async function residentWithMail(address: string): Promise<TestAccount> {
  const as = await server.account('resident');
  await server.call(enterMailAddress, { body: { address } }, { as });
  const token = tokenIn(textOf(mail.received.at(-1)!), 'verify');
  expect((await server.call(verifyMailAddress, { body: { token } })).status).toBe(200);
  mail.received.length = 0;
  return as;
}

const pay = async (billNumber: string, amount: number) =>
  (await server.call(payBill, { params: { billNumber }, body: { amount, paymentMethod: 'bank' } })).body.payment.id;
const stateOf = async (billNumber: string) =>
  server.database.sql<{ mail: string; tries: number; failure: string | null }>(
    'select mail, tries, failure from notices where bill_number = $1 order by at',
    [billNumber],
  );

/** A billed parcel whose owner has no account, and this contact in the registry. */
async function ownerByContact(contact: string) {
  const billed = await registerBilled(server);
  await server.database.sql(
    `update registry_parties set contact = $1 where party_id = (select party_id from parcel_holders where property_id = $2)`,
    [contact, billed.propertyId],
  );
  return billed;
}

/** Makes the overdue notice of a bill, as if its first day were now. */
async function dueNow(billNumber: string): Promise<void> {
  await server.database.sql(
    `update bills set issued_at = to_timestamp($2::float8 / 1000), installments = (
      select jsonb_agg(i || jsonb_build_object('dueAt', $3::bigint)) from (select installments->0 as i) one
    ) where bill_number = $1`,
    [billNumber, server.clock() - 300 * DAY, server.clock() - DAY + 1],
  );
  server.clock.advance(1);
  await planDue(services, true);
}

describe('due days', () => {
  test('a reminder and a notice reach the owner once, even if several servers make them repeatedly', async () => {
    const resident = await residentWithMail('ana@example.org');
    const { billNumber } = await registerBilled(server, resident);
    await round();
    expect((await noticesOf(resident)).notices).toEqual([]);
    goTo(REMINDED_AT);
    await Promise.all([round(), round(), round()]);
    await Promise.all([sendLetters(services, mailer), sendLetters(services, mailer)]);
    await round();
    await sendLetters(services, mailer);
    expect(mail.received.map(({ to }) => to)).toEqual([['ana@example.org']]);
    const [letter] = mail.received.map(textOf);
    expect(letter).toContain(`$1,647.60 of bill ${billNumber} is due on August 31, 2026.`);
    // 3 % once and 1 % for the month that begins.
    expect(letter).toContain('After that day $65.91 is added.');
    expect(letter).toContain(`https://city.example/detroit/pay?bill=${billNumber}`);
    for (const hidden of ['HB-', 'Quay Street', resident.username]) expect(letter).not.toContain(hidden);

    goTo(Date.parse('2026-09-02T12:00:00Z'));
    await round();
    await sendLetters(services, mailer);
    const overdue = textOf(mail.received[1]!);
    expect(overdue).toContain(`$1,713.51 of bill ${billNumber} was due on August 31, 2026`);
    expect(overdue).toContain('after September 30, 2026, another $16.48 of interest is added');
    expect(await stateOf(billNumber)).toEqual([
      { mail: 'sent', tries: 1, failure: null },
      { mail: 'sent', tries: 1, failure: null },
    ]);
  });

  test('a bill that was paid after its notice was made gets no letter', async () => {
    const owner = await ownerByContact('paid@example.org');
    await dueNow(owner.billNumber);
    expect(await stateOf(owner.billNumber)).toEqual([{ mail: 'waiting', tries: 0, failure: null }]);
    await server.database.sql(
      `update bills set open_cents = 0, open_fee_cents = 0, open_interest_cents = 0,
        installments = (select jsonb_agg(i || '{"openCents": 0}') from jsonb_array_elements(installments) i) where bill_number = $1`,
      [owner.billNumber],
    );
    await sendLetters(services, mailer);
    expect(mail.received).toEqual([]);
    expect(await stateOf(owner.billNumber)).toMatchObject([{ mail: 'dropped' }]);
  });

  test('a preview counts the letters of each day, and stores nothing', async () => {
    const as = await clerk();
    const before = await server.database.sql('select count(*) from notices');
    const { body } = await server.call(previewNotices, { body: { daysBefore: [30], daysAfter: [2] } }, { as });
    expect(body.letters.map(({ kind }) => kind)).toEqual(['due_soon', 'overdue']);
    for (const { at, day, kind, days, due } of body.days) {
      expect([`due_soon 30 ${due}`, `overdue 2 ${due}`]).toContain(`${kind} ${days} ${due}`);
      expect(day).toBe(dayIn(Date.parse(at), 'America/Detroit'));
    }
    expect(await server.database.sql('select count(*) from notices')).toEqual(before);
  });

  test('setting the same schedule again adds no version', async () => {
    const as = await clerk();
    const body = { daysBefore: [21], daysAfter: [2, 30] };
    const first = (await server.call(setNoticeSchedule, { body }, { as })).body;
    const again = (await server.call(setNoticeSchedule, { body }, { as })).body;
    expect(first.current).toMatchObject({ ...body, setBy: as.username });
    expect(again).toEqual(first);
    await server.call(setNoticeSchedule, { body: { daysBefore: [14, 3], daysAfter: [1, 14] } }, { as });
  });
});

describe('payments', () => {
  test('each state of a payment makes one notice, with the bill and the amount', async () => {
    const resident = await server.account('resident');
    const { billNumber } = await registerBilled(server, resident);
    const as = await clerk();
    const paid = await server.call(payBill, { params: { billNumber }, body: { amount: 5000, paymentMethod: 'bank' } });
    await server.call(confirmPayment, { params: { paymentId: paid.body.payment.id }, body: {} }, { as });
    await server.call(
      reversePayment,
      { params: { paymentId: paid.body.payment.id }, body: { reason: 'Returned by the bank' } },
      { as },
    );
    await server.call(
      failPayment,
      { params: { paymentId: await pay(billNumber, 700) }, body: { reason: 'Never arrived' } },
      { as },
    );
    await Promise.all([planPayments(services, true), planPayments(services, true)]);
    await planPayments(services, true);
    const { notices, unread } = await noticesOf(resident);
    expect(notices.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['payment_failed', 700],
      ['payment_received', 5000],
      ['payment_reversed', 5000],
    ]);
    expect(unread).toBe(3);
    const other = await server.account('resident');
    const ids = notices.map(({ id }) => id);
    await server.call(markNoticesRead, { body: { ids } }, { as: other });
    expect((await noticesOf(resident)).unread).toBe(3);
    expect((await server.call(markNoticesRead, { body: { ids: ids.slice(0, 2) } }, { as: resident })).body.unread).toBe(
      1,
    );
    expect((await noticesOf(other)).notices).toEqual([]);
  });

  test('a payment for several properties makes a notice for each, with its own bill and amount', async () => {
    const resident = await server.account('resident');
    const bills = [await registerBilled(server, resident), await registerBilled(server, resident)];
    const billNumbers = bills.map(({ billNumber }) => billNumber);
    const body = { amount: 400_000, paymentMethod: 'bank' as const, billNumbers };
    const { body: opened } = await server.call(payBills, { body });
    const params = { paymentId: opened.payment.id };
    await server.call(confirmPayment, { params, body: {} }, { as: await clerk() });
    await planPayments(services, true);
    const { notices } = await noticesOf(resident);
    expect(notices.map(({ billNumber }) => billNumber).toSorted()).toEqual(billNumbers.toSorted());
    expect(notices.reduce((sum, { amount }) => sum + amount, 0)).toBe(400_000);
  });

  test('a payment for several properties makes no notice for one on which it paid nothing', async () => {
    const resident = await server.account('resident');
    const [first, second] = [await registerBilled(server, resident), await registerBilled(server, resident)];
    const body = { amount: 100, paymentMethod: 'bank' as const, billNumbers: [first.billNumber, second.billNumber] };
    const { body: opened } = await server.call(payBills, { body });
    await server.call(confirmPayment, { params: { paymentId: opened.payment.id }, body: {} }, { as: await clerk() });
    await planPayments(services, true);
    const { notices } = await noticesOf(resident);
    expect(notices.map(({ amount, title }) => ({ amount, title }))).toEqual([
      { amount: 100, title: 'Payment of $1.00 received' },
    ]);
  });
});

describe('a mail server that fails', () => {
  test.each([
    ['hangs', 'ETIMEDOUT'],
    ['dies', 'ECONNECTION'],
    [451, '451'],
  ] as const)('%s: the letter waits, is tried again later, and goes out once', async (behavior, failure) => {
    const { billNumber } = await ownerByContact('waits@example.org');
    await dueNow(billNumber);
    mail.behave(behavior);
    await sendLetters(services, mailer);
    expect(await stateOf(billNumber)).toEqual([{ mail: 'waiting', tries: 1, failure: expect.any(String) }]);
    expect((await stateOf(billNumber))[0]?.failure).toMatch(
      failure === '451' ? /^451$/ : /^E(TIMEDOUT|CONNECTION|SOCKET)$/,
    );
    mail.behave(undefined);
    await sendLetters(services, mailer);
    expect(mail.received).toEqual([]);
    server.clock.advance(60_000);
    await sendLetters(services, mailer);
    await sendLetters(services, mailer);
    expect(mail.received).toHaveLength(1);
    expect(await stateOf(billNumber)).toEqual([{ mail: 'sent', tries: 2, failure: null }]);
  });

  test('a refused recipient is listed without its address, and sent again on request', async () => {
    const { billNumber } = await ownerByContact('ana@example.org');
    await dueNow(billNumber);
    mail.behave(550);
    await sendLetters(services, mailer);
    const as = await clerk();
    const { body } = await server.call(listLetters, {}, { as });
    const failed = body.failed.find((one) => one.billNumber === billNumber);
    expect(failed).toMatchObject({ kind: 'overdue', tries: 1, failure: '550' });
    expect(JSON.stringify(body)).not.toContain('ana@');
    expect(body.pagination.total).toBe(body.counts.failed);
    const beyond = { page: body.failed.length + 1, limit: 1 };
    expect((await server.call(listLetters, { query: beyond }, { as })).body.failed).toEqual([]);
    const last = { page: body.failed.length, limit: 1 };
    expect((await server.call(listLetters, { query: last }, { as })).body.failed).toEqual(body.failed.slice(-1));
    mail.behave(undefined);
    expect((await server.call(retryLetter, { params: { id: failed?.id ?? '' } }, { as })).status).toBe(200);
    expect((await server.call(retryLetter, { params: { id: failed?.id ?? '' } }, { as })).status).toBe(200);
    await sendLetters(services, mailer);
    await server.call(retryLetter, { params: { id: failed?.id ?? '' } }, { as });
    await sendLetters(services, mailer);
    expect(mail.received).toHaveLength(1);
  });

  test('gives up a letter after eight attempts, a day and a half later', async () => {
    const { billNumber } = await ownerByContact('never@example.org');
    await dueNow(billNumber);
    mail.behave(451);
    const begun = server.clock();
    for (let n = 0; n < 100; n += 1) {
      await sendLetters(services, mailer);
      if ((await stateOf(billNumber))[0]?.mail === 'failed') break;
      server.clock.advance(30 * 60_000);
    }
    expect(await stateOf(billNumber)).toEqual([{ mail: 'failed', tries: 8, failure: '451' }]);
    expect(server.clock() - begun).toBeLessThan(2 * DAY);
  });

  test('a mail whose answer is lost is sent at most once more, with the same Message-ID', async () => {
    const { billNumber } = await ownerByContact('twice@example.org');
    await dueNow(billNumber);
    mail.behave('loses the answer');
    await sendLetters(services, mailer);
    mail.behave(undefined);
    server.clock.advance(60_000);
    await sendLetters(services, mailer);
    const ids = mail.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('a stop between sending a letter and marking it causes one more attempt', async () => {
    const { billNumber } = await ownerByContact('stopped@example.org');
    await dueNow(billNumber);
    const stops: Mailer = {
      ...mailer,
      send: async (letter) => mailer.send(letter).then(() => Promise.reject(new Error('killed'))),
    };
    await expect(sendLetters(services, stops)).rejects.toThrow('killed');
    await sendLetters(services, mailer);
    expect(mail.received).toHaveLength(1);
    server.clock.advance(5 * 60_000);
    await sendLetters(services, mailer);
    await sendLetters(services, mailer);
    expect(mail.received).toHaveLength(2);
    expect(await stateOf(billNumber)).toEqual([{ mail: 'sent', tries: 2, failure: null }]);
  });

  test('sends no more letters in a minute than the limit', async () => {
    server.clock.advance(DAY);
    const slow = { ...mailer, lettersPerMinute: 2 };
    const bills = [];
    for (const n of [1, 2, 3]) bills.push(await ownerByContact(`limit-${n}@example.org`));
    for (const { billNumber } of bills) await dueNow(billNumber);
    await Promise.all([sendLetters(services, slow), sendLetters(services, slow)]);
    expect(mail.received).toHaveLength(2);
    server.clock.advance(60_001);
    await sendLetters(services, slow);
    expect(mail.received).toHaveLength(3);
  });

  test('letters sent while the clock was ahead do not count against the limit once it is corrected', async () => {
    server.clock.advance(DAY);
    const slow = { ...mailer, lettersPerMinute: 2 };
    for (const n of [1, 2, 3]) await dueNow((await ownerByContact(`ahead-${n}@example.org`)).billNumber);
    await sendLetters(services, slow);
    expect(mail.received).toHaveLength(2);
    await server.database.sql(`update notices set sent_at = sent_at + interval '30 days' where mail = 'sent'`);
    await sendLetters(services, slow);
    expect(mail.received).toHaveLength(3);
  });
});

describe('addresses', () => {
  test('an address is used after its owner opened the link, which works once and for a day', async () => {
    const as = await server.account('resident');
    const settings = async () => (await server.call(readMailSettings, {}, { as })).body;
    await server.call(enterMailAddress, { body: { address: 'old@example.org' } }, { as });
    const token = tokenIn(textOf(mail.received[0]!), 'verify');
    expect(await settings()).toMatchObject({ address: null, pending: 'old@example.org' });
    expect((await server.call(verifyMailAddress, { body: { token } })).status).toBe(200);
    expect((await server.call(verifyMailAddress, { body: { token } })).problem.code).toBe(
      'registry.mail_token_unknown',
    );
    expect(await settings()).toMatchObject({ address: 'old@example.org', pending: null });
    const rows = await server.database.sql<{ row: string }>(
      'select notice_recipients::text as row from notice_recipients',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(token);

    await server.call(enterMailAddress, { body: { address: 'new@example.org' } }, { as });
    server.clock.advance(DAY);
    const late = tokenIn(textOf(mail.received[1]!), 'verify');
    expect((await server.call(verifyMailAddress, { body: { token: late } })).status).toBe(404);
  });

  test('an account can request five mails a day, also concurrently', async () => {
    const as = await server.account('resident');
    const ask = (n: number) => server.call(enterMailAddress, { body: { address: `n${n}@example.org` } }, { as });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(mail.received).toHaveLength(5);
  });

  test('an account that requested mails while the clock was ahead may request again once it is corrected', async () => {
    const as = await server.account('resident');
    const ask = (n: number) => server.call(enterMailAddress, { body: { address: `n${n}@example.org` } }, { as });
    server.clock.advance(DAY);
    for (const n of [1, 2, 3, 4, 5]) expect((await ask(n)).status).toBe(200);
    expect((await ask(6)).status).toBe(429);
    server.clock.advance(-DAY);
    for (const n of [1, 2, 3, 4, 5]) expect((await ask(n)).status).toBe(200);
    expect((await ask(6)).status).toBe(429);
  });

  test('the link in a letter stops letters, and notices stay in the portal', async () => {
    const as = await residentWithMail('stops@example.org');
    const first = await registerBilled(server, as);
    await dueNow(first.billNumber);
    await sendLetters(services, mailer);
    const token = tokenIn(textOf(mail.received[0]!), 'stop');
    expect((await server.call(stopMails, { body: { token } })).status).toBe(200);
    const second = await registerBilled(server, as);
    await dueNow(second.billNumber);
    await sendLetters(services, mailer);
    expect(mail.received).toHaveLength(1);
    expect((await noticesOf(as)).notices).toHaveLength(2);
    const { body } = await server.call(chooseMails, { body: { stopped: false } }, { as });
    expect(body).toMatchObject({ address: 'stops@example.org', stopped: false });
  });

  test.each([
    'ana@example.org\r\nBcc: all@example.org',
    'ana@example.org, bob@example.org',
    'Ana <ana@example.org>',
    '"a b"@example.org',
    'ana@example.org>',
  ])('an address that would become another header or recipient is refused, or is no address: %j', async (address) => {
    const as = await server.account('resident');
    const refused = await server.call(enterMailAddress, { body: { address } }, { as });
    expect([refused.status, refused.problem.code]).toEqual([400, 'request.invalid']);
    const { billNumber } = await ownerByContact(address);
    await dueNow(billNumber);
    await sendLetters(services, mailer);
    expect(mail.received).toEqual([]);
  });

  test('the sender cannot add a header', async () => {
    const { hostname: host, port } = new URL(mail.url);
    const name = 'City\r\nBcc: all@example.org';
    const evil = {
      host,
      port: Number(port),
      secure: false,
      requireTls: false,
      auth: undefined,
      from: { ...from, name },
    };
    const sender = openMailer({ ...evil, lettersPerMinute: 1 });
    await sender.send({
      id: 'a\r\nBcc: b@c',
      to: 'ana@example.org',
      subject: 'One\r\nBcc: x@y.org',
      text: 'T',
      html: 'H',
    });
    const [headers = ''] = mail.received[0]?.source.split('\r\n\r\n') ?? [];
    expect(headers).not.toMatch(/^bcc:/im);
    expect(mail.received[0]?.to).toEqual(['ana@example.org']);
  });

  test('erasing an owner removes its notices and address', async () => {
    const as = await residentWithMail('erased@example.org');
    const { billNumber, propertyId } = await registerBilled(server, as);
    await dueNow(billNumber);
    const { owners } = (await server.call(readProperty, { params: { id: propertyId } })).body;
    const params = { holder: owners[0]?.holder ?? '' };
    await server.call(eraseOwner, { params, body: { confirm: true } }, { as: await clerk() });
    await sendLetters(services, mailer);
    expect(mail.received).toEqual([]);
    expect(await server.database.sql(`select 1 from notice_recipients where address = 'erased@example.org'`)).toEqual(
      [],
    );
    expect(await stateOf(billNumber)).toEqual([]);
  });

  test('no log line has an address', async () => {
    const as = await server.account('resident');
    mail.behave(550);
    const refused = await server.call(enterMailAddress, { body: { address: 'nobody@example.org' } }, { as });
    expect(refused.problem.code).toBe('server.unavailable');
    mail.behave('hangs');
    await dueNow((await ownerByContact('hangs@example.org')).billNumber);
    const rounds = startNotices(services, mailer, written);
    await eventually('a line about the mail server', () => log.join().includes('the mail server cannot be reached'));
    await rounds.stop();
    expect(log.filter((line) => line.includes('example.org'))).toEqual([]);
  });
});

test('without a mail server there is no mail, and notices are in the portal', async () => {
  const silent = await startTestServer();
  try {
    const as = await silent.account('resident');
    const answer = await silent.call(enterMailAddress, { body: { address: 'ana@example.org' } }, { as });
    expect(answer.problem.code).toBe('registry.mail_not_offered');
    const { billNumber } = await registerBilled(silent, as);
    const { database, clock, city } = silent.services;
    silent.clock.advance(REMINDED_AT - silent.clock());
    await planDue({ database, clock, city, timeZone: city.timeZone }, false);
    const rows = await silent.database.sql('select mail from notices where bill_number = $1', [billNumber]);
    expect(rows).toEqual([{ mail: 'none' }]);
  } finally {
    await silent.stop();
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeSubscription,
  listBillingEvents,
  listInvoices,
  previewChange,
  readBillingAccount,
  readInvoice,
  readSubscription,
  startTrial,
} from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const DAY = 86_400_000;
const starter = { planId: 'starter', userCount: 10, assetCount: 100 } as const;

async function tryOut(body: Parameters<typeof server.call<typeof startTrial>>[1]['body'] = starter) {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body }, { as: account });
  return account;
}

async function subscribe(body: Parameters<typeof tryOut>[0]) {
  const account = await tryOut(body);
  await giveDetails(server, account);
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  server.clock.advance(3_600_000);
  await runBilling(server);
  return again(server, account);
}

const invoicesOf = async (as: TestAccount) => (await server.call(listInvoices, {}, { as })).body.billingHistory;
const subscriptionOf = async (as: TestAccount) => (await server.call(readSubscription, {}, { as })).body.subscription;

describe('a trial', () => {
  test('starts once, also with three concurrent requests', async () => {
    const as = await server.account('manufacturer');
    expect((await server.call(readSubscription, {}, { as })).body).toEqual({ subscription: null, plan: null });
    const answers = await Promise.all([1, 2, 3].map(() => server.call(startTrial, { body: starter }, { as })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const subscription = await subscriptionOf(as);
    expect(subscription).toMatchObject({
      status: 'trial',
      planId: 'starter',
      billingCycle: 'annual',
      userCount: 10,
      assetCount: 100,
    });
    expect(Date.parse(subscription?.trialEnd ?? '') - Math.floor(server.clock() / 1000) * 1000).toBe(14 * DAY);
  });

  test('expires without billing details, and nothing is charged', async () => {
    const account = await tryOut();
    server.clock.advance(14 * DAY + 1000);
    await runBilling(server);
    const as = await again(server, account);
    expect(await subscriptionOf(as)).toMatchObject({ status: 'expired' });
    expect(await invoicesOf(as)).toEqual([]);
    const refused = await server.call(startTrial, { body: starter }, { as });
    expect(refused).toMatchObject({ status: 409, body: { code: 'billing.trial_used' } });
  });

  test('becomes a subscription with billing details, and its first invoice equals the estimate', async () => {
    const as = await subscribe(starter);
    expect(await subscriptionOf(as)).toMatchObject({ status: 'active', trialEnd: expect.any(String) });
    const [invoice, ...others] = await invoicesOf(as);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      amount: 1581,
      status: 'pending',
      state: 'open',
      due: 1581,
      number: expect.stringMatching(/^20\d\d-\d{6}$/),
    });
    const read = await server.call(readInvoice, { params: { invoiceId: invoice?.id ?? '' } }, { as });
    expect(read.body.lines.map(({ text, amount }) => [text, amount])).toEqual([
      ['Starter: 10 users × $15.00 a month × 12 months × 0.85', 1530],
      ['Starter: 100 assets × $0.05 a month × 12 months × 0.85', 51],
    ]);
  });

  test.each([
    [{ ...starter, planId: 'platinum' }, '/planId'],
    [{ ...starter, planId: 'enterprise' }, '/planId'],
    [{ ...starter, userCount: 0 }, '/userCount'],
    [{ ...starter, userCount: 2.5 }, '/userCount'],
    [{ ...starter, userCount: 11 }, '/userCount'],
    [{ ...starter, assetCount: -1 }, '/assetCount'],
    [{ ...starter, assetCount: 1001 }, '/assetCount'],
    [{ ...starter, billingCycle: 'weekly' }, '/billingCycle'],
  ])('%o is refused naming %s', async (body, pointer) => {
    const as = await server.account('manufacturer');
    const answer = await server.call(startTrial, { body: body as typeof starter }, { as });
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { errors: { pointer: string }[] }).errors[0]?.pointer).toBe(pointer);
    expect(await subscriptionOf(as)).toBeNull();
  });
});

describe('a change', () => {
  const monthly = { ...starter, billingCycle: 'monthly' } as const;

  test('that is an increase applies immediately, and its invoice equals the preview', async () => {
    const as = await subscribe(monthly);
    server.clock.advance(10 * DAY);
    const account = await again(server, as);
    const body = { planId: 'professional', userCount: 20 } as const;
    const preview = (await server.call(previewChange, { body }, { as: account })).body;
    const { body: changed } = await server.call(changeSubscription, { body }, { as: account });
    expect(changed).toMatchObject({
      subscription: { planId: 'professional', userCount: 20 },
      plan: { id: 'professional' },
    });
    const [invoice] = await invoicesOf(account);
    expect(invoice?.amount).toBe(preview.now?.gross);
    expect(preview.now?.lines).toHaveLength(4);
    expect(invoice?.amount).toBeGreaterThan(0);
    const next = preview.next;
    expect(next?.gross).toBe(20 * 39 + 100 * 0.04);
    server.clock.advance(Date.parse(next?.at ?? '') - server.clock());
    await runBilling(server);
    await runBilling(server);
    const [second] = await invoicesOf(await again(server, as));
    expect(second).toMatchObject({ amount: next?.gross, state: 'open' });
  });

  test('that is a reduction applies when the period ends, and nothing is paid back', async () => {
    const as = await subscribe({ ...monthly, planId: 'professional' });
    const before = await invoicesOf(as);
    const { body } = await server.call(changeSubscription, { body: { planId: 'starter', userCount: 3 } }, { as });
    expect(body.subscription).toMatchObject({
      ...{ planId: 'professional', userCount: 10 },
      atPeriodEnd: { planId: 'starter', userCount: 3 },
    });
    expect(await invoicesOf(as)).toEqual(before);
    server.clock.advance(31 * DAY + 3_600_000);
    await runBilling(server);
    await runBilling(server);
    const account = await again(server, as);
    expect(await subscriptionOf(account)).toMatchObject({ planId: 'starter', userCount: 3, atPeriodEnd: null });
    expect((await invoicesOf(account))[0]).toMatchObject({ amount: 3 * 15 + 100 * 0.05 });
  });

  test('cancels when the period ends, and can be taken back before', async () => {
    const as = await subscribe(monthly);
    const cancel = (cancelAtPeriodEnd: boolean) =>
      server.call(changeSubscription, { body: { cancelAtPeriodEnd } }, { as });
    expect((await cancel(true)).body.subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect((await cancel(false)).body.subscription.cancelAtPeriodEnd).toBe(false);
    const why = { cancelAtPeriodEnd: true, cancelReason: 'We moved to another product.' };
    await server.call(changeSubscription, { body: why }, { as });
    const told = (await server.call(listBillingEvents, {}, { as })).body.events[0];
    expect(told).toMatchObject({ by: as.username, text: expect.stringContaining('We moved to another product.') });
    const alone = await server.call(changeSubscription, { body: { cancelReason: 'Only this' } }, { as });
    expect(alone.problem.errors?.[0]?.pointer).toBe('/cancelReason');
    server.clock.advance(31 * DAY);
    await runBilling(server);
    const account = await again(server, as);
    expect(await subscriptionOf(account)).toMatchObject({ status: 'cancelled', endedAt: expect.any(String) });
    expect(await invoicesOf(account)).toHaveLength(1);
    // A stale page asks to resume or to change a count: neither starts a new subscription.
    for (const stale of [{ cancelAtPeriodEnd: false }, { userCount: 9 }])
      for (const route of [previewChange, changeSubscription]) {
        const refused = await server.call(route, { body: stale as object }, { as: account });
        expect(refused.problem).toMatchObject({ status: 400, errors: [{ pointer: '/planId' }] });
      }
    expect(await invoicesOf(account)).toHaveLength(1);
    const { body } = await server.call(changeSubscription, { body: { planId: 'business' } }, { as: account });
    expect(body.subscription).toMatchObject({ status: 'active', planId: 'business' });
    expect(await invoicesOf(account)).toHaveLength(2);
  });

  test('of the plan alone is refused, naming it, if the plan does not allow as many users', async () => {
    const as = await subscribe({ ...monthly, planId: 'professional', userCount: 50 });
    const answer = await server.call(changeSubscription, { body: { planId: 'starter' } }, { as });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/planId' }] });
  });
});

test('an unpaid invoice leads to reminders, read-only, and is given up; each step is notified', async () => {
  const as = await subscribe({ ...starter, billingCycle: 'annual' });
  const days = async (count: number) => {
    server.clock.advance(count * DAY);
    await runBilling(server);
  };
  const [invoice] = await invoicesOf(as);
  const due = Date.parse(invoice?.dueDate ?? '');
  server.clock.advance(due - server.clock());
  await days(17);
  const account = await again(server, as);
  expect((await server.call(readBillingAccount, {}, { as: account })).body).toMatchObject({
    overdue: 1581,
    readOnlySince: null,
  });
  await days(7);
  const later = await again(server, as);
  expect((await server.call(readBillingAccount, {}, { as: later })).body.readOnlySince).not.toBeNull();
  await days(36);
  const end = await again(server, as);
  expect((await invoicesOf(end))[0]).toMatchObject({ state: 'uncollectible', status: 'failed' });
  expect(await subscriptionOf(end)).toMatchObject({ status: 'cancelled' });
  for (const route of [previewChange, changeSubscription]) {
    const { problem } = await server.call(route, { body: { planId: 'starter' } }, { as: end });
    expect(problem).toMatchObject({ code: 'billing.unpaid', status: 409 });
  }
  expect(await invoicesOf(end)).toHaveLength(1);
});

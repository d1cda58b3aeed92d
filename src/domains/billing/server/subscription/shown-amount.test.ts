import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription, previewChange, startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';

const DAY = 86_400_000;
const monthly = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Returns an account that pays for five users a month, ten days into a period. */
async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: monthly }, { as: account });
  await giveDetails(server, account);
  for (const days of [14, 10]) {
    server.clock.advance(days * DAY);
    await runBilling(server);
  }
  return again(server, account);
}
const preview = async (as: TestAccount, body: object) =>
  (await server.call(previewChange, { body }, { as: await again(server, as) })).body;
const documentsOf = (as: TestAccount) =>
  server.database.sql<{ due: number }>(
    `select (document->'totals'->>'dueCents')::int as due from billing_invoices
     where account_id = $1 and number is not null order by issued_at, number`,
    [as.id],
  );

test('a change for an amount that was shown is refused once another is due, and changes nothing', async () => {
  const as = await subscribe();
  const shown = { planId: 'professional' } as const;
  const amount = (await preview(as, shown)).now?.due ?? 0;
  const change = async (body: object) => server.call(changeSubscription, { body }, { as: await again(server, as) });
  // Another tab doubles the users.
  expect((await change({ userCount: 10 })).status).toBe(200);
  const before = await documentsOf(as);
  const { now } = await preview(as, shown);
  const refused = await change({ ...shown, amount });
  expect([refused.status, refused.problem.code, refused.problem.errors]).toEqual([
    409,
    'billing.amount_changed',
    [{ in: 'body', pointer: '/amount', message: `amount must be ${now?.due}` }],
  ]);
  expect((await change({ ...shown, amount: 0 })).status).toBe(409);
  expect(await documentsOf(as)).toEqual(before);
  // Seconds pass while a person reads, and a cent less is due.
  server.clock.advance(60_000);
  expect((await change({ ...shown, amount: now?.due ?? 0 })).status).toBe(200);
  const charged = ((await documentsOf(as)).at(-1)?.due ?? 0) / 100;
  expect(charged).toBeLessThanOrEqual(now?.due ?? 0);
  expect((now?.due ?? 0) - charged).toBeLessThan(0.05);
  // A reduction charges nothing, and nothing was shown.
  expect((await change({ userCount: 5, amount: 0 })).status).toBe(200);
  expect((await change({ amount: 0 })).status).toBe(400);
});

test('a change is not refused if its amount rose by a cent of rounding since it was shown', async () => {
  const as = await subscribe();
  const body = { planId: 'professional' } as const;
  const due = async () => (await preview(as, body)).now?.due ?? 0;
  // A line of the old plan is worth a cent less before the lines of the new one are: in the first hour at the latest.
  let [shown, now] = [0, await due()];
  for (let second = 0; second < 3600 && (shown === 0 || now <= shown); second += 1) {
    server.clock.advance(1000);
    [shown, now] = [now, await due()];
  }
  expect(Math.round((now - shown) * 100)).toBe(1);
  const changed = await server.call(
    changeSubscription,
    { body: { ...body, amount: shown } },
    { as: await again(server, as) },
  );
  expect(changed.status).toBe(200);
  expect(((await documentsOf(as)).at(-1)?.due ?? 0) / 100).toBe(now);
});

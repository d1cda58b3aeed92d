import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { billingAnswers, subscriptionOf, trialOf } from './billing.fixture.ts';
import { InvoiceDetails } from './history/invoice-details.tsx';
import { SubscriptionScreen } from './subscription-screen.tsx';

// 14 hours ahead of UTC: each of these times is of the next day there. Set before formatters are created.
vi.hoisted(() => {
  process.env['TZ'] = 'Pacific/Kiritimati';
});

const user = { id: 'account-1', username: 'ann', role: 'manufacturer' } as User;
const [start, end] = ['2026-12-12T22:18:40.000Z', '2027-12-12T22:18:40.000Z'];
/** The value beside a label. */
const shownBeside = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;

test('a period is shown with the days of its invoice, in any time zone', async () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Kiritimati');
  const subscription = subscriptionOf({ currentPeriodStart: start, currentPeriodEnd: end, cancelAtPeriodEnd: true });
  stubServer(billingAnswers({ subscription }));
  await renderApp(<SubscriptionScreen search={{ tab: 'current' }} user={user} />);
  expect(await shownBeside('Period')).toMatch(/^Dec 12, 2026\s–\sDec 11, 2027$/);
  expect(await shownBeside('Ends')).toBe('Dec 12, 2027');
  expect(screen.getByText(/Your subscription ends at the period end, on/).textContent).toContain('Dec 12, 2027');
});

test('the end of a trial is the day of the message about it', async () => {
  stubServer(billingAnswers({ subscription: trialOf({ trialEnd: end, currentPeriodEnd: end }) }));
  await renderApp(<SubscriptionScreen search={{ tab: 'current' }} user={user} />);
  expect(await shownBeside('Trial ends')).toBe('Dec 12, 2027');
});

test('an invoice is shown with the days that its document states', async () => {
  const id = `inv_${'a'.repeat(20)}`;
  const line = { text: 'Starter: 2 users', quantity: 2, unitPrice: null, from: start, until: end, amount: 306 };
  stubServer({
    [`GET /api/subscription/invoices/${id}`]: () =>
      json({
        ...{ id, description: 'Starter, annual', billingDate: start, amount: 306, status: 'pending', kind: 'invoice' },
        ...{ state: 'draft', number: null, dueDate: null, due: 0, paid: 0, credit: 0, credited: 0, reason: null },
        ...{ blockIndex: null, sha256: null, lines: [line], net: 306, tax: 0 },
      }),
  });
  await renderApp(<InvoiceDetails invoiceId={id} />);
  expect(await shownBeside('Period')).toMatch(/^Dec 12, 2026\s–\sDec 11, 2027$/);
  expect(await shownBeside('Date')).toBe('Dec 12, 2026');
  expect(within(document.body).queryByText(/Dec 13/)).toBeNull();
});

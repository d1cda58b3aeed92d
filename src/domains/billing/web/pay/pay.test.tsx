import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { BillingCard } from './billing-card.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoicePaymentsDesk } from './payments-desk.tsx';

const id = `inv_${'a'.repeat(20)}`;
const pagination = {
  total: 1,
  totalIsEstimate: false,
  page: 1,
  limit: 25,
  totalPages: 1,
  hasPrev: false,
  hasNext: false,
};
const payment = (change: object) => ({
  id: `pay_${'a'.repeat(20)}`,
  amount: 15_810,
  amountFormatted: '$158.10',
  paymentMethod: 'bank',
  timestamp: '2026-11-23T10:00:00.000Z',
  txHash: null,
  status: 'pending',
  block: { index: 95, hash: 'ab'.repeat(32) },
  reference: 'RF18539007547034',
  reverses: null,
  methodFee: 310,
  subjects: [],
  allocation: [],
  ...change,
});
const methods = [
  { method: 'bank', offered: true, note: 'Transfer it.', fees: { fixedCents: 0, basisPoints: 200 } },
  { method: 'usdc', offered: false, note: 'Not offered.' },
];
const invoice = { id, number: '2026-000001', state: 'open' } as const;

async function show(body: object, more: Readonly<Record<string, Answer>> = {}) {
  const sent = stubServer({
    [`GET /api/subscription/invoices/${id}/payments`]: () => json(body),
    'GET /api/payments/methods': () => json({ methods }),
    ...more,
  });
  return { sent, ...(await renderApp(<InvoicePayments invoice={invoice} />)) };
}

test('an invoice is paid with the shown fee and total, and then shows the next steps', async () => {
  const answer = {
    payment: payment({}),
    message: 'Transfer $158.10.',
    next: { kind: 'transfer', reference: 'RF18539007547034', account: 'Our account' },
  };
  const { sent, user } = await show(
    { payments: [], due: 155, charge: null },
    { [`POST /api/subscription/invoices/${id}/payments`]: () => json(answer) },
  );
  await user.click(await screen.findByRole('button', { name: 'Pay Invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay invoice 2026-000001' }));
  expect(dialog.getByText('$155.00 is due.')).toBeTruthy();
  await dialog.findByText('The fee is $3.10, $158.10 in total.');
  await user.click(dialog.getByRole('button', { name: 'Pay $158.10' }));
  expect(await dialog.findByText('Transfer $158.10.')).toBeTruthy();
  const [post] = sent.filter(({ method }) => method === 'POST');
  expect(post?.body).toEqual({ amount: 155, paymentMethod: 'bank', fee: 3.1 });
});

test('after a lost answer the dialog follows the invoice: it may be paid, then nothing is due', async () => {
  const body = { payments: [] as object[], due: 155, charge: null };
  let attempts = 0;
  const { sent, user } = await show(body, {
    [`POST /api/subscription/invoices/${id}/payments`]: () => {
      attempts += 1;
      if (attempts === 2) {
        body.due = 0;
        body.payments = [{ payment: payment({ status: 'completed' }), paid: 155, left: 158.1, reason: null }];
      }
      return Promise.reject(new TypeError('Failed to fetch'));
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Pay Invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay invoice 2026-000001' }));
  await dialog.findByText('The fee is $3.10, $158.10 in total.');
  await user.click(dialog.getByRole('button', { name: 'Pay $158.10' }));
  expect(await dialog.findByText(/^No answer\. The payment may have gone through\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Pay $158.10' }));
  expect(await dialog.findByText('Nothing more is due on this invoice. It lists its payments.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Pay \$/ })).toBeNull();
  const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('after the payment the focus stays in the sheet of the invoice', async () => {
  const body = { payments: [] as object[], due: 155, charge: null };
  stubServer({
    [`GET /api/subscription/invoices/${id}/payments`]: () => json(body),
    'GET /api/payments/methods': () => json({ methods }),
    [`POST /api/subscription/invoices/${id}/payments`]: () => {
      body.due = 0;
      body.payments = [{ payment: payment({ status: 'completed' }), paid: 155, left: 158.1, reason: null }];
      return json({ payment: payment({ status: 'completed' }), message: '$155.00 is paid.', next: null });
    },
  });
  const { user } = await renderApp(
    <div id="content" tabIndex={-1}>
      <Sheet open title="Invoice">
        <InvoicePayments invoice={invoice} />
      </Sheet>
    </div>,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Invoice' });
  await user.click(await screen.findByRole('button', { name: 'Pay Invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay invoice 2026-000001' }));
  await user.click(await dialog.findByRole('button', { name: 'Pay $158.10' }));
  await dialog.findByText('$155.00 is paid.');
  expect(dialog.queryByText(/once the money has arrived/)).toBeNull();
  await waitFor(() => expect(screen.queryByText('Pay Invoice')).toBeNull());
  const behind = vi.fn();
  document.getElementById('content')?.addEventListener('focusin', behind);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('$155.00 is paid.')).toBeNull());
  await user.tab();
  expect(sheet.contains(document.activeElement)).toBe(true);
  expect(behind).not.toHaveBeenCalled();
});

test('shows why the stored card has not paid, and the status of each payment', async () => {
  await show({
    payments: [
      { payment: payment({}), paid: 0, left: 0, reason: null },
      { payment: payment({ id: `pay_${'b'.repeat(20)}`, status: 'failed' }), paid: 0, left: 0, reason: null },
      {
        payment: payment({ id: `pay_${'e'.repeat(20)}`, status: 'failed', paymentMethod: 'fiat' }),
        ...{ paid: 0, left: 0, reason: 'Your card has insufficient funds.' },
      },
      { payment: payment({ id: `pay_${'c'.repeat(20)}`, status: 'completed' }), paid: 155, left: 158.1, reason: null },
      { payment: payment({ id: `pay_${'d'.repeat(20)}`, status: 'completed' }), paid: 155, left: 0, reason: null },
    ],
    due: 155,
    charge: { at: '2026-11-23T10:00:00.000Z', outcome: 'failed', reason: 'The card was declined.' },
  });
  expect(await screen.findByText(/has not paid it: The card was declined/)).toBeTruthy();
  const rows = within(screen.getByRole('region', { name: 'Payments of the invoice' })).getAllByRole('row');
  const states = ['Not arrived', 'Closed', 'Not paidYour card has insufficient funds.', 'Arrived', 'Taken back'];
  expect(rows.slice(1).map(({ textContent }) => states.find((one) => textContent?.includes(one)))).toEqual(states);
});

test('offers no payment for an invoice on which nothing is due', async () => {
  await show({
    payments: [{ payment: payment({ status: 'completed' }), paid: 155, left: 158.1, reason: null }],
    due: 0,
    charge: null,
  });
  await screen.findByRole('region', { name: 'Payments of the invoice' });
  expect(screen.queryByRole('button', { name: 'Pay Invoice' })).toBeNull();
});

test('a stored card can be chosen for invoices, and removed again', async () => {
  const card = {
    id: `crd_${'a'.repeat(20)}`,
    state: 'ready',
    label: 'TEST: pays',
    url: null,
    addedAt: '2026-11-23T10:00:00.000Z',
  };
  let chosen: object | null = null;
  const sent = stubServer({
    'GET /api/subscription/card': () => json({ card: chosen }),
    'GET /api/payments/stored-cards': () => json({ cards: [card] }),
    'GET /api/payments/methods': () => json({ methods }),
    'PUT /api/subscription/card': () => {
      chosen = { id: card.id, label: card.label };
      return json({ card: chosen });
    },
    'DELETE /api/subscription/card': () => {
      chosen = null;
      return json({ card: null });
    },
  });
  const { user } = await renderApp(<BillingCard />);
  const choice = await screen.findByLabelText('Card for invoices');
  await user.selectOptions(choice, 'TEST: pays');
  await screen.findByDisplayValue('TEST: pays');
  await user.selectOptions(screen.getByLabelText('Card for invoices'), 'None: I pay each invoice myself');
  await screen.findByDisplayValue('None: I pay each invoice myself');
  expect(sent.flatMap(({ method, body }) => (method === 'GET' ? [] : [[method, body ?? null]]))).toEqual([
    ['PUT', { cardId: card.id }],
    ['DELETE', null],
  ]);
});

test('an administrator confirms the arrived amount of a payment', async () => {
  const listed = {
    payment: payment({}),
    paid: 0,
    left: 0,
    reason: null,
    invoiceId: id,
    number: '2026-000001',
    username: 'ann',
  };
  const path = `/api/subscription/administration/payments/${listed.payment.id}/confirm`;
  const sent = stubServer({
    'GET /api/subscription/administration/payments': () => json({ payments: [listed], pagination }),
    [`POST ${path}`]: () =>
      json({ payment: payment({ status: 'completed' }), message: '$100.00 is paid.', next: null }),
  });
  const { user } = await renderApp(<InvoicePaymentsDesk />);
  await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = dialog.getByLabelText('Arrived, in dollars');
  await user.clear(amount);
  await user.type(amount, '100');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('$100.00 is paid.')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 100 });
});

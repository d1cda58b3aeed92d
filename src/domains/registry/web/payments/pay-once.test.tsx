import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { PayFormCard } from './pay-form.tsx';
import { paymentAnswer, paymentMethods } from './payments.fixture.ts';
import type { PaymentOrder } from './unanswered-payments.ts';
import { usePayment } from './use-payment.ts';

const path = 'POST /api/payments/property/HB-0001-001';
const property = (propertyId: string) => ({
  subjects: [propertyId],
  orderOf: (body: PaymentOrder['body']): PaymentOrder => ({ of: 'property', propertyId, body }),
});

function Form({ accountId, subjects, orderOf }: { accountId: string | undefined } & ReturnType<typeof property>) {
  const payment = usePayment({ accountId, subjects, onSuccess: () => undefined });
  return <PayFormCard openCents={30000} payment={payment} orderOf={orderOf} settled="Paid." />;
}

const open = async (accountId: string | null = 'resident-1', pays = property('HB-0001-001')) => {
  cleanup();
  const { user } = await renderApp(<Form accountId={accountId ?? undefined} {...pays} />);
  return { user, pay: async () => user.click(await screen.findByRole('button', { name: /^Pay( \$|$)/ })) };
};

test('pays a payment without an answer with the same key after a reload', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods });
  const before = await open();
  await before.user.clear(screen.getByLabelText('Amount in dollars'));
  await before.user.type(screen.getByLabelText('Amount in dollars'), '120.50');
  await before.pay();
  expect(await screen.findByText('A payment may be on its way')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pay $120.50'));
  const first = sent.find(({ method }) => method === 'POST');

  const again = stubServer({ 'GET /api/payments/methods': paymentMethods, [path]: () => json(paymentAnswer()) });
  const after = await open();
  expect(screen.getByText(/^\$120\.50 by Bank Transfer for HB-0001-001/)).toBeTruthy();
  expect(screen.queryByLabelText('Amount in dollars')).toBeNull();
  await after.pay();
  expect(await screen.findByText('$120.50 is paid.')).toBeTruthy();
  const second = again.find(({ method }) => method === 'POST');
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
  await open();
  expect(screen.queryByText('A payment may be on its way')).toBeNull();
});

test('keeps a payment whose answer is a failure of the server, and forgets one that was refused', async () => {
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    [path]: () => refusal(503, 'Unavailable', [], {}, 'unavailable'),
  });
  const failed = await open();
  await failed.pay();
  expect(await screen.findByText('A payment may be on its way')).toBeTruthy();
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    [path]: () => refusal(400, 'Too much', [{ pointer: '/amount', message: 'At most $10.00 is owed' }]),
  });
  const refused = await open();
  await refused.pay();
  await waitFor(() => expect(screen.queryByText('A payment may be on its way')).toBeNull());
  expect(localStorage.getItem('unanswered-payments:v1:resident-1')).toBe('[]');
});

test('shows an unanswered payment only to its account and for what it pays', async () => {
  stubServer({ 'GET /api/payments/methods': paymentMethods });
  const first = await open();
  await first.pay();
  await screen.findByText('A payment may be on its way');
  await open('resident-2');
  expect(screen.getByLabelText('Amount in dollars')).toBeTruthy();
  await open(null);
  expect(screen.getByLabelText('Amount in dollars')).toBeTruthy();
  await open('resident-1', property('HB-0002-002'));
  expect(screen.getByLabelText('Amount in dollars')).toBeTruthy();
  await open('resident-1', {
    ...property('HB-0001-001'),
    subjects: ['HB-0002-002', 'HB-0001-001'],
  });
  expect(screen.getByText('A payment may be on its way')).toBeTruthy();
});

test('asks before it discards an unanswered payment, and then pays with another key', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods });
  const { user, pay } = await open();
  await pay();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('A payment may be on its way')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog');
  await user.click([...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Discard') as Element);
  expect(await screen.findByLabelText('Amount in dollars')).toBeTruthy();
  await pay();
  await screen.findByText('A payment may be on its way');
  const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('says offline that nothing was sent, and keeps what was typed', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods });
  const { user, pay } = await open();
  await user.clear(screen.getByLabelText('Amount in dollars'));
  await user.type(screen.getByLabelText('Amount in dollars'), '12.34');
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await pay();
    expect(await screen.findByText(/^You are offline\. Nothing was sent/)).toBeTruthy();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  expect((screen.getByLabelText('Amount in dollars') as HTMLInputElement).value).toBe('12.34');
});

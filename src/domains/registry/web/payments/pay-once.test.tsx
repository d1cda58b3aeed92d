import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { PayFormCard } from './pay-form.tsx';
import { paymentAnswer, paymentMethods } from './payments.fixture.ts';
import type { PaymentOrder } from './unanswered-payments.ts';
import { usePayment } from './use-payment.ts';

const path = 'POST /api/payments/property/HB-0001-001';
const lookUp = 'POST /api/detroit/payments/look-up';
const paymentKeys = (sent: ReturnType<typeof stubServer>) =>
  new Set(sent.filter(({ path: to }) => to === path.slice(5)).map(({ headers }) => headers.get('idempotency-key')));
const property = (propertyId: string) => ({
  subjects: [propertyId],
  orderOf: (body: PaymentOrder['body']): PaymentOrder => ({ of: 'property', propertyId, body }),
});

function Form({ accountId, subjects, orderOf }: { accountId: string | undefined } & ReturnType<typeof property>) {
  const payment = usePayment({ accountId, subjects, onSuccess: () => undefined });
  return (
    <PayFormCard
      openCents={30000}
      payment={payment}
      orderOf={orderOf}
      pays="Pays the oldest bill first"
      settled="Paid."
    />
  );
}

const open = async (accountId: string | null = 'resident-1', pays = property('HB-0001-001')) => {
  cleanup();
  const { user } = await renderApp(<Form accountId={accountId ?? undefined} {...pays} />);
  return { user, pay: async () => user.click(await screen.findByRole('button', { name: /^Pay( \$|$)/ })) };
};

test('turns an unanswered payment into its outcome automatically after a reload', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods });
  const before = await open();
  await before.user.clear(screen.getByLabelText('Amount in dollars'));
  await before.user.type(screen.getByLabelText('Amount in dollars'), '120.50');
  await before.pay();
  expect(await screen.findByText('A payment may have gone through')).toBeTruthy();
  expect(screen.getByText(/^\$120\.50 by Bank Transfer for HB-0001-001/)).toBeTruthy();
  expect(screen.queryByLabelText('Amount in dollars')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^A payment may have gone through/));
  const key = sent.find(({ method }) => method === 'POST')?.headers.get('idempotency-key');

  const again = stubServer({
    'GET /api/payments/methods': paymentMethods,
    [lookUp]: () => json({ answer: paymentAnswer() }),
  });
  await open();
  expect(await screen.findByText('$120.50 is paid.')).toBeTruthy();
  expect(again.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ key }]);
  await open();
  expect(screen.queryByText('A payment may have gone through')).toBeNull();
});

test('reports that nothing was recorded, and then pays with another key', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods, [lookUp]: () => json({ answer: null }) });
  const { pay } = await open();
  await pay();
  expect(await screen.findByText('Nothing was recorded, and nothing is paid')).toBeTruthy();
  expect(screen.getByLabelText('Amount in dollars')).toBeTruthy();
  await pay();
  await waitFor(() => expect(paymentKeys(sent).size).toBe(2));
});

test('waits offline, and looks the payment up once the connection is back', async () => {
  stubServer({ 'GET /api/payments/methods': paymentMethods });
  const { pay } = await open();
  await pay();
  await screen.findByText('A payment may have gone through');
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(
      await screen.findByText(/You are offline\. It will be looked up as soon as you are back online\./),
    ).toBeTruthy();
    stubServer({
      'GET /api/payments/methods': paymentMethods,
      [lookUp]: () => json({ answer: paymentAnswer() }),
    });
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('$120.50 is paid.')).toBeTruthy();
});

test('keeps a payment after a server error, and drops a refused one', async () => {
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    [path]: () => refusal(503, 'Unavailable', [], {}, 'unavailable'),
  });
  const failed = await open();
  await failed.pay();
  expect(await screen.findByText('A payment may have gone through')).toBeTruthy();
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    [lookUp]: () => json({ answer: null }),
    [path]: () => refusal(400, 'Too much', [{ pointer: '/amount', message: 'At most $10.00 is owed' }]),
  });
  const refused = await open();
  await refused.pay();
  await waitFor(() => expect(screen.queryByText('A payment may have gone through')).toBeNull());
  expect(localStorage.getItem('unanswered-payments:v1:resident-1')).toBe('[]');
});

test('shows an unanswered payment only to its account and for what it pays', async () => {
  stubServer({ 'GET /api/payments/methods': paymentMethods });
  const first = await open();
  await first.pay();
  await screen.findByText('A payment may have gone through');
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
  expect(screen.getByText('A payment may have gone through')).toBeTruthy();
});

test('asks before it discards an unanswered payment, and then pays with another key', async () => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods });
  const { user, pay } = await open();
  await pay();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('A payment may have gone through')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog');
  await user.click([...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Discard') as Element);
  expect(await screen.findByLabelText('Amount in dollars')).toBeTruthy();
  await pay();
  await screen.findByText('A payment may have gone through');
  expect(paymentKeys(sent).size).toBe(2);
});

test('reports offline that nothing was sent, and keeps what was typed', async () => {
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

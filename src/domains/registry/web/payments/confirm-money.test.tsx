import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { CloseTransfer, ConfirmTransfer, TakeBack } from './decide-payment.tsx';
import { paymentAnswer } from './payments.fixture.ts';
import { RefundForm } from './refund-form.tsx';

const id = 'pay_0123456789abcdefghij';
const stub = (act: string) => stubServer({ [`POST /api/detroit/payments/${id}/${act}`]: () => json(paymentAnswer()) });

test('refunds only after a confirmation that states the amount and the recipient', async () => {
  const sent = stub('refund');
  const { user } = await renderApp(<RefundForm paymentId={id} leftCents={12_050} method="fiat" />);
  await user.clear(screen.getByLabelText('Refund in dollars'));
  await user.type(screen.getByLabelText('Refund in dollars'), '20');
  await user.type(screen.getByLabelText('Reason'), 'Paid twice');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund this payment?' }));
  expect(dialog.getByText('$20.00')).toBeTruthy();
  expect(dialog.getByText('The card that paid, by its provider')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  expect((screen.getByLabelText('Reason') as HTMLInputElement).value).toBe('Paid twice');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refund' }));
  await screen.findByText('Payment Refunded');
  expect(sent.map(({ body }) => body)).toEqual([{ amount: 2000, reason: 'Paid twice' }]);
});

test('asks again before confirming far more than was announced, and confirms the announced amount immediately', async () => {
  const sent = stub('confirm');
  const { user } = await renderApp(<ConfirmTransfer paymentId={id} cents={1000} />);
  const amount = screen.getByLabelText('Arrived, in dollars');
  await user.clear(amount);
  await user.type(amount, '100000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Did this much arrive?' }));
  expect(dialog.getByText('$10.00')).toBeTruthy();
  expect(dialog.getByText('$100,000.00')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.clear(amount);
  await user.type(amount, '10.00');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Payment Confirmed');
  expect(sent.map(({ body }) => body)).toEqual([{ amount: 1000, amountChecked: false }]);
});

test('takes back only after a confirmation that names the properties', async () => {
  const sent = stub('reverse');
  const { user } = await renderApp(<TakeBack paymentId={id} leftCents={12_050} subjects={['HB-0001-001']} />);
  await user.type(screen.getByLabelText('Reason'), 'Returned by the bank');
  await user.click(screen.getByRole('button', { name: 'Take Back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back this payment?' }));
  expect(dialog.getByText('$120.50')).toBeTruthy();
  expect(dialog.getByText('HB-0001-001')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Take Back' }));
  await screen.findByText('Payment Taken Back');
  expect(sent).toHaveLength(1);
});

test('closes a transfer that did not arrive without asking again', async () => {
  const sent = stub('fail');
  const { user } = await renderApp(<CloseTransfer paymentId={id} />);
  await user.type(screen.getByLabelText('Reason'), 'Never came');
  await user.click(screen.getByRole('button', { name: 'Close Payment' }));
  await screen.findByText('Payment Closed');
  expect(sent).toHaveLength(1);
});

test('confirms with the day on which the money arrived, if one is entered', async () => {
  const sent = stub('confirm');
  const { user } = await renderApp(<ConfirmTransfer paymentId={id} cents={1000} />);
  await user.type(screen.getByLabelText('Day of arrival'), '2026-11-05');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Payment Confirmed');
  expect(sent.map(({ body }) => body)).toEqual([{ amount: 1000, amountChecked: false, arrivedOn: '2026-11-05' }]);
});

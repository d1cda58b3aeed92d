import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DigitalPayment } from './digital-payment.tsx';

const address = `0x${'11'.repeat(20)}`;
const reference = `0x${'4f'.repeat(32)}`;
const next = {
  ...{ kind: 'call', network: 'Base', chainId: 8453, isLocal: false, to: address, data: '0x00', value: '8' },
  ...{ token: null, units: '8', amount: '0.008 ETH', approve: null, reference, treasury: address },
  ...{ eip681: 'ethereum:0x', quote: null, code: null },
};

const open = async (code: 'NOT_FOUND' | 'PENDING', isLocal = false) => {
  const payment = {
    ...{ id: 'pay_0123456789abcdefghij', amount: 2000, amountFormatted: '$20.00', paymentMethod: 'eth' },
    ...{ timestamp: '2026-03-02T10:00:00.000Z', txHash: null, status: 'pending', methodFee: 0, reverses: null },
    ...{ block: { index: 1, hash: null }, reference, subjects: [], allocation: [] },
  };
  stubServer({
    [`GET /api/payments/digital/${reference}`]: () =>
      json({ payment, code, explanation: null, confirmationsNeeded: 2, receipts: [], next: { ...next, isLocal } }),
    'POST /api/payments/demo-funds': () => json({ message: 'Sent 1,000 sample USDC.', hashes: [reference] }),
  });
  return renderApp(<DigitalPayment reference={reference} />);
};

test('asks to send a payment that was not sent yet', async () => {
  await open('NOT_FOUND');
  expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  expect(screen.getByText('0.008 ETH').parentElement?.textContent).toBe('To send: 0.008 ETH on Base.');
});

test('asks for nothing while the transaction waits for a block, so that it is not sent twice', async () => {
  await open('PENDING');
  expect(await screen.findByText('Seen, waiting for a block')).toBeTruthy();
  expect(screen.queryByText('0.008 ETH')).toBeNull();
});

test('in the demo, a wallet outside of the browser gets sample funds by its address', async () => {
  const { user } = await open('NOT_FOUND', true);
  await user.click(await screen.findByText('Get sample funds for another wallet'));
  await user.type(screen.getByLabelText('Address of your wallet'), '0x12');
  await user.click(screen.getByRole('button', { name: 'Get sample funds' }));
  expect(await screen.findByText('Enter the address of your wallet: 0x and 40 hex digits.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Address of your wallet'));
  await user.type(screen.getByLabelText('Address of your wallet'), address);
  await user.click(screen.getByRole('button', { name: 'Get sample funds' }));
  expect(await screen.findByText('Sent 1,000 sample USDC.')).toBeTruthy();
});

test('offers no sample funds on a real network', async () => {
  await open('NOT_FOUND');
  await screen.findByText('0.008 ETH');
  expect(screen.queryByText('Get sample funds for another wallet')).toBeNull();
});

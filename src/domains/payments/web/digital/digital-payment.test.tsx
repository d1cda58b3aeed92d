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
  ...{ eip681: 'ethereum:0x', quote: null },
};

const open = async (code: 'NOT_FOUND' | 'PENDING') => {
  const payment = {
    ...{ id: 'pay_0123456789abcdefghij', amount: 2000, amountFormatted: '$20.00', paymentMethod: 'eth' },
    ...{ timestamp: '2026-03-02T10:00:00.000Z', txHash: null, status: 'pending', methodFee: 0, reverses: null },
    ...{ block: { index: 1, hash: null }, reference, subjects: [], allocation: [] },
  };
  stubServer({
    [`GET /api/payments/digital/${reference}`]: () =>
      json({ payment, code, explanation: null, confirmationsNeeded: 2, receipts: [], next }),
  });
  await renderApp(<DigitalPayment reference={reference} />);
};

test('says of what was not sent yet that it is to send', async () => {
  await open('NOT_FOUND');
  expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  expect(screen.getByText('0.008 ETH').parentElement?.textContent).toBe('To send: 0.008 ETH on Base.');
});

test('asks for nothing once the transaction waits for a block, so that nobody sends it twice', async () => {
  await open('PENDING');
  expect(await screen.findByText('Seen, waiting for a block')).toBeTruthy();
  expect(screen.queryByText('0.008 ETH')).toBeNull();
});

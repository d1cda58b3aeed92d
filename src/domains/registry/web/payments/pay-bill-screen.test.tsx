import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { PayBillScreen } from './pay-bill-screen.tsx';
import { announcedOf } from './payments.fixture.ts';

const billNumber = '2026-7K3M-PQ9X-2D4F';
const bill = {
  ...{ billNumber, propertyId: 'HB-0001-001', address: '1 Elm Road', year: 2026 },
  ...{ issuedAt: '2026-07-01T12:00:00.000Z', total: 150_000, totalFormatted: '$1,500.00' },
  ...{ open: 100_000, openFormatted: '$1,000.00', overdue: false, nextDueDay: '2026-08-31', nextDue: null },
};
const hash = `0x${'4f'.repeat(32)}`;

const open = async (announcedCents: number, typed = billNumber) => {
  const sent = stubServer({
    'GET /api/payments/methods': () =>
      json({
        methods: [
          { method: 'bank', offered: true, note: 'Takes a day.' },
          { method: 'usdc', offered: true, note: 'From a wallet.', network: 'Base' },
        ],
      }),
    [`GET /api/detroit/bills/${billNumber}`]: () => json({ ...bill, announced: announcedOf(announcedCents) }),
    [`POST /api/detroit/bills/${billNumber}/payments`]: () =>
      refusal(400, 'It paid nobody here.', [{ pointer: '/txHash', message: 'It paid nobody here.' }]),
  });
  const { user } = await renderApp(<PayBillScreen billNumber={typed} reference={undefined} />);
  await screen.findByText('Still open');
  return { user, sent };
};

const valueBy = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

test('finds the bill of a number in lower case and with spaces in the URL', async () => {
  await open(0, '2026 7k3m pq9x 2d4f');
  expect(valueBy('Bill number')).toBe(billNumber);
  expect(screen.queryByText('Left to pay')).toBeNull();
});

test('states the announced and the remaining amount, and why the form suggests less than is owed', async () => {
  await open(40_000);
  expect([valueBy('Still open'), valueBy('Announced'), valueBy('Left to pay')]).toEqual([
    '$1,000.00',
    '$400.00',
    '$600.00',
  ]);
  const amount = screen.getByLabelText('Amount in dollars') as HTMLInputElement;
  expect(amount.value).toBe('600.00');
  expect(screen.getByText('$1,000.00 is owed, $400.00 of it announced. $600.00 is left.')).toBeTruthy();
});

test('accepts the hash of an earlier transaction only for USDC, and sends no money', async () => {
  const { user, sent } = await open(0);
  expect(screen.queryByLabelText(/^Transaction hash/)).toBeNull();
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'usdc');
  await user.type(await screen.findByLabelText(/^Transaction hash/), '0x12');
  await user.click(screen.getByRole('button', { name: 'Check the Transaction' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter 0x and 64 hex digits, or nothing');
  await user.clear(screen.getByLabelText(/^Transaction hash/));
  await user.type(screen.getByLabelText(/^Transaction hash/), ` ${hash} `);
  await user.click(screen.getByRole('button', { name: 'Check the Transaction' }));
  expect((await screen.findByRole('alert')).textContent).toBe('It paid nobody here.');
  await user.selectOptions(screen.getByLabelText('Payment method'), 'bank');
  expect(screen.queryByLabelText(/^Transaction hash/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay $1,000.00' }));
  const bodies = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await expect.poll(bodies).toEqual([
    { amount: 100_000, paymentMethod: 'usdc', txHash: hash },
    { amount: 100_000, paymentMethod: 'bank' },
  ]);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { transfersIn } from '../queries.ts';
import { paymentAnswer } from './payments.fixture.ts';
import { PendingPayments } from './pending-payments.tsx';

const pending = (id: string, paymentMethod: 'bank' | 'fiat' | 'usdc', reference: string | null) => ({
  ...paymentAnswer({ id, paymentMethod, status: 'pending', reference }).payment,
  propertyId: 'HB-0001-001',
});

test('lists and counts the announced transfers only', async () => {
  const payments = [
    pending('pay_0123456789abcdefghi1', 'bank', 'RF18539007547034'),
    pending('pay_0123456789abcdefghi2', 'fiat', null),
    pending('pay_0123456789abcdefghi3', 'usdc', null),
  ];
  stubServer({ 'GET /api/detroit/payments': () => json({ payments }) });
  await renderApp(<PendingPayments />);
  expect(await screen.findAllByRole('button', { name: /^Confirm/ })).toHaveLength(1);
  expect(screen.getByText(/^1 transfer announced\./)).toBeTruthy();
  expect(transfersIn({ payments } as unknown as Parameters<typeof transfersIn>[0])).toHaveLength(1);
});

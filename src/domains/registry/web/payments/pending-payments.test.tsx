import { screen, within } from '@testing-library/react';
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

test('lists and counts only the announced transfers', async () => {
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

test('confirms only the transfer in question, and moves no other Confirm button into its place', async () => {
  const ids = ['pay_0123456789abcdefghi1', 'pay_0123456789abcdefghi2'];
  let left = ids;
  const sent = stubServer({
    'GET /api/detroit/payments': () => json({ payments: left.map((id) => pending(id, 'bank', `RF-${id.at(-1)}`)) }),
    'GET /api/detroit/properties/HB-0001-001/owners': () => json({ owners: [{ holder: 'p1', name: 'Elin Strand' }] }),
    [`POST /api/detroit/payments/${ids[0]}/confirm`]: () => {
      left = ids.slice(1);
      return json(paymentAnswer());
    },
  });
  const { user } = await renderApp(<PendingPayments />);
  const posted = () => sent.filter(({ method }) => method === 'POST');
  await user.click(await screen.findByRole('button', { name: 'Confirm RF-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm this transfer?' }));
  for (const fact of ['$120.50', 'RF-1', 'HB-0001-001']) expect(dialog.getByText(fact)).toBeTruthy();
  expect(await dialog.findByText('Elin Strand')).toBeTruthy();
  expect(posted()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('No longer pending')).toBeTruthy();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('RF-1');
  expect(rows[1]).toContain('RF-2');
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).queryByRole('button')).toBeNull();
  expect(posted()).toHaveLength(1);
});

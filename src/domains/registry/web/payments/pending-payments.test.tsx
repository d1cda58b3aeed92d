import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paginate } from '#platform/contract/pagination.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { paymentAnswer } from './payments.fixture.ts';
import { PendingPayments } from './pending-payments.tsx';

const pending = (id: string, paymentMethod: 'bank' | 'fiat' | 'usdc', reference: string | null) => ({
  ...paymentAnswer({ id, paymentMethod, status: 'pending', reference }).payment,
  propertyId: 'HB-0001-001',
});

const pageOf = (payments: readonly unknown[], page = 1, total = payments.length) => ({
  payments,
  pagination: paginate({ total, page, limit: 50 }),
});

test('asks for bank transfers, counts all of them, and shows the next page', async () => {
  const sent = stubServer({
    'GET /api/detroit/payments': ({ query }) => {
      const page = Number(query.get('page'));
      const [id, reference] = page === 1 ? ['1', 'RF18539007547034'] : ['2', 'RF712348231'];
      return json(pageOf([pending(`pay_0123456789abcdefghi${id}`, 'bank', reference)], page, 51));
    },
  });
  const { user } = await renderApp(<PendingPayments />);
  expect(await screen.findByText(/^51 transfers announced\./)).toBeTruthy();
  expect(sent[0]?.query.get('method')).toBe('bank');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('button', { name: 'Confirm RF712348231' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm RF18539007547034' })).toBeNull();
  expect(screen.getByText('Page 2 of 2')).toBeTruthy();
});

test('confirms only the transfer in question, and moves no other Confirm button into its place', async () => {
  const ids = ['pay_0123456789abcdefghi1', 'pay_0123456789abcdefghi2'];
  let left = ids;
  const sent = stubServer({
    'GET /api/detroit/payments': () => json(pageOf(left.map((id) => pending(id, 'bank', `RF-${id.at(-1)}`)))),
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

import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Property } from '#domains/registry/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { announcedOf, paymentAnswer, paymentMethods } from '../payments/payments.fixture.ts';
import { PaySeveral } from './pay-several.tsx';

const property = (propertyId: string) =>
  ({ propertyId, address: `${propertyId} Road`, taxOwed: 6025, taxOwedFormatted: '$60.25' }) as Property;
const line = (propertyId: string) => ({
  propertyId,
  address: `${propertyId} Road`,
  year: 2026,
  open: 6025,
  openFormatted: '$60.25',
  fees: 0,
  interest: 0,
  tax: 6025,
  paid: 6025,
  paidFormatted: '$60.25',
});
const preview = (ids: readonly string[]) => ({
  owed: 6025 * ids.length,
  owedFormatted: '',
  amount: 6025 * ids.length,
  amountFormatted: '',
  announced: announcedOf(0),
  lines: ids.map(line),
});

/** A portal that lists only properties with tax owed. */
function Portal() {
  const [owing, setOwing] = useState(['HB-0001-001', 'HB-0002-002'].map(property));
  return (
    <>
      <PaySeveral properties={owing} chosen={undefined} onChoose={() => undefined} />
      <button type="button" onClick={() => setOwing([])}>
        Reload
      </button>
    </>
  );
}

test('keeps the outcome of a payment that paid off everything', async () => {
  let owed: readonly string[] = ['HB-0001-001', 'HB-0002-002'];
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    'POST /api/detroit/payments/properties/preview': () => json(preview(owed)),
    'POST /api/detroit/payments/properties': () => {
      owed = [];
      return json(paymentAnswer());
    },
  });
  const { user } = await renderApp(<Portal />);
  await user.click(await screen.findByRole('button', { name: /^Pay \$/ }));
  await screen.findByText('$120.50 is paid.');
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText('Nothing is owed on these.')).toBeTruthy();
  expect(screen.getByText('$120.50 is paid.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Receipt as PDF/ })).toBeTruthy();
  expect(screen.queryByText('Choose at least one property.')).toBeNull();
});

test('suggests the rest after a transfer announced for all of them', async () => {
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    'POST /api/detroit/payments/properties/preview': () =>
      json({ ...preview(['HB-0001-001', 'HB-0002-002']), announced: announcedOf(5000, 2) }),
  });
  await renderApp(<Portal />);
  await screen.findByText(/^\$50\.00 is announced by bank transfer/);
  expect(screen.getByText('$120.50 is owed, $50.00 of it announced. $70.50 is left.')).toBeTruthy();
  expect((screen.getByLabelText('Amount in dollars') as HTMLInputElement).value).toBe('70.50');
  expect(screen.getByRole('region', { name: 'Announced transfers' }).textContent).toContain('for 2 properties');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Announced, Property } from '#domains/registry/contract.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { announcedOf, paymentAnswer, paymentMethods } from '../payments/payments.fixture.ts';
import { PayTaxes } from './pay-taxes.tsx';

const property = { propertyId: 'HB-0001-001', address: '1 Elm Road', taxOwed: 134_039 } as Property;
const open = async (announced: Announced, payments: readonly { readonly status: string }[] = []) => {
  stubServer({
    'GET /api/payments/methods': paymentMethods,
    'GET /api/payments/digital': () => json({ payments: [] }),
    'GET /api/detroit/properties/HB-0001-001/bills': () =>
      json({ bills: [], creditCents: 0, creditFormatted: '$0.00', announced }),
    'GET /api/detroit/properties/HB-0001-001/payments': ({ query }) => {
      const found = payments.filter(({ status }) => status === query.get('status'));
      return json({ payments: found, pagination: paginate({ total: found.length, page: 1, limit: 500 }) });
    },
  });
  await renderApp(
    <PayTaxes
      owingCount={1}
      properties={[property]}
      selected="HB-0001-001"
      onSelect={() => undefined}
      together={undefined}
      onTogether={() => undefined}
    />,
  );
};

test('shows announced transfers with their references, and suggests the rest', async () => {
  await open(announcedOf(100_050));
  await screen.findByText(/^\$1,000\.50 is announced by bank transfer and has not arrived\./);
  expect(screen.getByText('$1,340.39 is owed, $1,000.50 of it announced. $339.89 is left.')).toBeTruthy();
  expect((screen.getByLabelText('Amount in dollars') as HTMLInputElement).value).toBe('339.89');
  const listed = await screen.findByRole('region', { name: 'Announced transfers' });
  expect(listed.textContent).toContain('RF18539007547034');
});

test('counts only the part of a joint transfer for this property', async () => {
  await open(announcedOf(20_000, 2));
  expect(await screen.findByText(/for 2 properties/)).toBeTruthy();
  expect((screen.getByLabelText('Amount in dollars') as HTMLInputElement).value).toBe('1140.39');
});

test('has the form before the content that loads later', async () => {
  await open(announcedOf(100_050));
  const form = screen.getByRole('region', { name: 'Pay' });
  const listed = await screen.findByRole('region', { name: 'Announced transfers' });
  expect(form.compareDocumentPosition(listed) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(form.className).not.toMatch(/order-(first|last)/);
});

test('lists an unconfirmed card payment, also after leaving the page, so that it is not paid twice', async () => {
  const { payment } = paymentAnswer({ paymentMethod: 'fiat', status: 'pending' });
  await open(announcedOf(0), [
    payment,
    paymentAnswer({ id: 'pay_abcdefghij0123456789', paymentMethod: 'fiat' }).payment,
  ]);
  const listed = await screen.findByRole('region', { name: 'Card payments to confirm' });
  const links = [...listed.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([['Confirm $120.50', '/detroit/pay?payment=pay_0123456789abcdefghij']]);
});

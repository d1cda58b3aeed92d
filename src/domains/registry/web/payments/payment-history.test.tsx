import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paginate } from '#platform/contract/pagination.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { PaymentHistory } from './payment-history.tsx';
import { paymentAnswer } from './payments.fixture.ts';

test('shows older payments on the next page', async () => {
  stubServer({
    'GET /api/detroit/properties/HB-0001-001/payments': ({ query }) => {
      const page = Number(query.get('page'));
      const amountFormatted = page === 1 ? '$10.00' : '$20.00';
      const { payment } = paymentAnswer({ id: `pay_0123456789abcdefghi${page}`, amountFormatted });
      return json({ payments: [payment], pagination: paginate({ total: 51, page, limit: 50 }) });
    },
  });
  const { user } = await renderApp(<PaymentHistory propertyId="HB-0001-001" />);
  expect(await screen.findByRole('link', { name: /^\$10\.00/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: /^\$20\.00/ })).toBeTruthy();
  expect(screen.getByText('Page 2 of 2')).toBeTruthy();
});

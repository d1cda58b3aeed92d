import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { SetRate } from './eth-rate.tsx';

test('asks for confirmation with both prices before a change of more than a fifth', async () => {
  const sent = stubServer({
    'POST /api/payments/eth-rate': ({ body }) =>
      json({ ...(body as object), setAt: '2026-03-02T10:00:00.000Z', setBy: 'ada' }),
  });
  const { user } = await renderApp(<SetRate centsPerEth={250_000} />);
  const price = screen.getByLabelText('Dollars for one ETH');
  await user.clear(price);
  await user.type(price, '999999{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the price by this much?' }));
  expect(dialog.getByText('$2,500.00')).toBeTruthy();
  expect(dialog.getByText('$999,999.00')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.clear(price);
  await user.type(price, '2600{Enter}');
  await screen.findByText('Price Set');
  expect(sent.map(({ body }) => body)).toEqual([{ centsPerEth: 260_000 }]);
});

test('refuses a price that cannot be meant, with the limits', async () => {
  const sent = stubServer({});
  const { user } = await renderApp(<SetRate centsPerEth={250_000} />);
  const price = screen.getByLabelText('Dollars for one ETH');
  for (const typed of ['0.01', '9.99', '1000000.01']) {
    await user.clear(price);
    await user.type(price, `${typed}{Enter}`);
    await screen.findByText('Enter $10.00 to $1,000,000.00');
  }
  expect(sent).toEqual([]);
});

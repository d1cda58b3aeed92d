import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { ClaimProperty } from './claim-property.tsx';

test('looks up the outcome of a claim after a lost answer', async () => {
  let isLost = true;
  const sent = stubServer({
    'POST /api/detroit/claims': () => {
      if (!isLost) return json({ propertyId: 'HB-1' });
      isLost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  const { user } = await renderApp(<ClaimProperty />);
  await user.type(screen.getByLabelText('Code'), '7K3M-PQ9X-2D4F-HJ6R-T8VW');
  await user.click(screen.getByRole('button', { name: 'Claim Property' }));
  await screen.findByText('HB-1 is linked to your account.', {}, { timeout: 4000 });
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('states that an unanswered claim may have been made', async () => {
  stubServer({});
  const { user } = await renderApp(<ClaimProperty />);
  await user.type(screen.getByLabelText('Code'), '7K3M-PQ9X-2D4F-HJ6R-T8VW');
  await user.click(screen.getByRole('button', { name: 'Claim Property' }));
  await screen.findByText(/may be linked already/, {}, { timeout: 4000 });
});

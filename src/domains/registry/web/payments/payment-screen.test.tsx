import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { PaymentScreen } from './payment-screen.tsx';
import { paymentAnswer } from './payments.fixture.ts';

const invoice = `inv_${'a'.repeat(20)}`;

test.each([
  ['a property', 'HB-0001-001', 'Property', 'Tax', '/detroit/properties/HB-0001-001'],
  ['an invoice', invoice, 'Invoice', 'Amount', `/subscription?tab=history&invoice=${invoice}`],
  ['cash of the share market', `0x${'1'.repeat(40)}`, 'Cash of', 'Amount', undefined],
])('a payment for %s names it and links to it', async (_, subject, label, part, link) => {
  const answer = paymentAnswer({
    subjects: [{ subject, cents: 12050, formatted: '$120.50' }],
    allocation: [{ part: 'principal', cents: 12050, formatted: '$120.50' }],
  });
  stubServer({ [`GET /api/payments/${answer.payment.id}`]: () => json({ ...answer, subject, entries: [] }) });
  await renderApp(<PaymentScreen paymentId={answer.payment.id} />);
  expect(await screen.findByText(label)).toBeTruthy();
  expect(screen.getByText(part)).toBeTruthy();
  const links = screen.queryAllByRole('link').map((one) => one.getAttribute('href'));
  if (link === undefined) expect(links.some((href) => href?.startsWith('/detroit/properties'))).toBe(false);
  else expect(links).toContain(link);
});

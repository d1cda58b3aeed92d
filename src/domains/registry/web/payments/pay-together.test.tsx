import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCents } from '#platform/contract/money.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { PayTogether } from './pay-together.tsx';
import { announcedOf, paymentAnswer, paymentMethods } from './payments.fixture.ts';

const billNumbers = ['2026-AAAA-BBBB-CCCC', '2026-DDDD-EEEE-FFFF'];

/** Stubs a server on which this much is owed until a payment arrives. After that, it refuses an amount before it returns what is owed. */
function serve(owedCents: number) {
  let owed = owedCents;
  const refused = Promise.withResolvers<void>();
  const line = (n: number) => ({
    ...{ propertyId: `HB-0001-00${n}`, address: `${n} Main Street`, year: 2026 },
    ...{ open: owed / 2, openFormatted: formatCents(owed / 2), paid: 0, paidFormatted: '$0.00' },
  });
  return stubServer({
    'GET /api/payments/methods': paymentMethods,
    'POST /api/detroit/payments/bills/preview': async ({ body }) => {
      const { amount } = body as { amount?: number };
      if (amount === undefined && owed < owedCents) await refused.promise;
      return preview(amount ?? owed);
    },
    'POST /api/detroit/payments/bills': ({ body }) => {
      owed -= (body as { amount: number }).amount;
      return json(paymentAnswer());
    },
  });

  function preview(amount: number): Response {
    if (amount > owed) {
      refused.resolve();
      return refusal(400, `${formatCents(amount)} is more than is owed: ${formatCents(owed)}.`);
    }
    return json({
      ...{ amount, amountFormatted: formatCents(amount), owed, owedFormatted: formatCents(owed) },
      ...{ announced: announcedOf(0), lines: [line(1), line(2)] },
    });
  }
}

test('the outcome of a payment stays, although its amount can no longer be previewed', async () => {
  serve(400_000);
  const { user } = await renderApp(<PayTogether chosen={{ billNumbers }} />);
  const amount = (await screen.findByLabelText('Amount in dollars')) as HTMLInputElement;
  await waitFor(() => expect(amount.value).toBe('4000.00'));
  await user.clear(amount);
  await user.type(amount, '120.50');
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await screen.findByText('$120.50 is paid.');
  await screen.findAllByText('$1,939.75');
  expect(screen.getByText('$120.50 is paid.')).toBeDefined();
  expect(screen.queryByText("Couldn't load the bills")).toBeNull();
});

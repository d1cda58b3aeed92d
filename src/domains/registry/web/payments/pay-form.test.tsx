import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { PayFormCard } from './pay-form.tsx';
import { paymentAnswer, paymentMethods } from './payments.fixture.ts';
import { usePayment } from './use-payment.ts';

const path = 'POST /api/payments/property/HB-0001-001';

/** A form whose owed amount changes when a button is pressed, as when a transfer arrives. */
function Form({ later }: { later: number }) {
  const [openCents, setOpenCents] = useState(150_000);
  const payment = usePayment({ accountId: 'resident-1', subjects: ['HB-0001-001'], onSuccess: () => undefined });
  return (
    <>
      <PayFormCard
        openCents={openCents}
        payment={payment}
        orderOf={(body) => ({ of: 'property', propertyId: 'HB-0001-001', body })}
        pays="Pays the oldest bill first"
        settled="Nothing is owed."
        opened={
          <form aria-label="Opened payment">
            <button type="button">Check</button>
          </form>
        }
      />
      <button type="button" onClick={() => setOpenCents(later)}>
        Money arrives
      </button>
    </>
  );
}

const open = async (later = 0, answer = paymentAnswer()) => {
  const sent = stubServer({ 'GET /api/payments/methods': paymentMethods, [path]: () => json(answer) });
  const { user } = await renderApp(<Form later={later} />);
  const amount = () => screen.getByLabelText('Amount in dollars') as HTMLInputElement;
  return {
    user,
    amount,
    sent,
    type: async (text: string) => {
      await user.clear(amount());
      await user.type(amount(), text);
    },
    pay: () => user.click(screen.getByRole('button', { name: /^Pay( \$|$)/ })),
    moneyArrives: () => user.click(screen.getByRole('button', { name: 'Money arrives' })),
  };
};

test('does not nest the form of an opened payment, because submitting it would leave the page', async () => {
  await open();
  expect(screen.getByRole('form', { name: 'Opened payment' }).parentElement?.closest('form')).toBeNull();
});

test.each(['1,200.50', '$1200.50', '$1,200.50', ' 1200.5 '])('pays %s as $1,200.50', async (text) => {
  const { type, pay, sent } = await open();
  await type(text);
  await pay();
  await screen.findByText('$120.50 is paid.');
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ amount: 120_050 });
});

test('refuses an amount in another form and sends nothing', async () => {
  const { type, pay, sent } = await open();
  await type('1.200,50');
  await pay();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an amount in dollars, such as 120.50');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('shows the outcome of a payment that paid everything off in place', async () => {
  const { pay, moneyArrives } = await open(0);
  await pay();
  await screen.findByText('$120.50 is paid.');
  await moneyArrives();
  await waitFor(() => expect(screen.queryByLabelText('Amount in dollars')).toBeNull());
  expect(screen.getByText('$120.50 is paid.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Receipt as PDF/ })).toBeTruthy();
  expect(screen.getByText('Nothing is owed.')).toBeTruthy();
});

test('keeps what is being typed when less is owed after a transfer arrives', async () => {
  const { type, amount, user } = await open(100_000, paymentAnswer({ status: 'pending' }, 'Transfer it.'));
  await type('1200');
  screen.getByRole('button', { name: 'Money arrives' }).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await screen.findByText('$1,000.00 is owed');
  expect(amount().value).toBe('1200');
  await user.type(amount(), '.50');
  expect(amount().value).toBe('1200.50');
});

test('replaces an amount that is no longer owed once typing has stopped', async () => {
  const { type, amount, moneyArrives } = await open(100_000);
  await type('1200');
  await moneyArrives();
  await waitFor(() => expect(amount().value).toBe('1000.00'));
});

test('suggests the amount owed after an announced payment, and keeps another typed amount', async () => {
  const { type, amount, pay, moneyArrives, user } = await open(
    100_000,
    paymentAnswer({ status: 'pending', reference: 'RF18539007547034' }, 'Transfer it.'),
  );
  await type('500');
  await pay();
  await screen.findByText('Transfer it.');
  await user.click(screen.getByRole('button', { name: 'Pay Another Amount' }));
  await waitFor(() => expect(amount().value).toBe('1500.00'));
  await type('20');
  await moneyArrives();
  await screen.findByText('$1,000.00 is owed');
  expect(amount().value).toBe('20');
});

test('labels the button with the total including the fee', async () => {
  const fees = { fixedCents: 3, basisPoints: 220 };
  stubServer({
    'GET /api/payments/methods': () => json({ methods: [{ method: 'bank', offered: true, note: '', fees }] }),
  });
  const { user } = await renderApp(<Form later={0} />);
  const amount = await screen.findByLabelText('Amount in dollars');
  await user.clear(amount);
  await user.type(amount, '20');
  expect(await screen.findByRole('button', { name: 'Pay $20.47' })).toBeTruthy();
  await user.clear(amount);
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy();
});

test('warns about a fault in the ledger before a payment', async () => {
  stubServer({
    'GET /api/payments/methods': () => json({ methods: [], ledgerWarning: 'The ledger has a fault.' }),
  });
  await renderApp(<Form later={0} />);
  expect(await screen.findByText('The ledger has a fault.')).toBeTruthy();
});

test('collapses into the focused outcome, so that a second press pays nothing', async () => {
  const { type, pay, sent, user, amount } = await open();
  await type('120.50');
  await pay();
  const outcome = await screen.findByText('$120.50 is paid.');
  await waitFor(() => expect(document.activeElement?.contains(outcome)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.queryByRole('button', { name: /^Pay( \$|$)/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay Another Amount' }));
  await waitFor(() => expect(document.activeElement).toBe(amount()));
  expect(screen.queryByText('$120.50 is paid.')).toBeNull();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('shows why a card was declined or nothing was sent right before the button, with the focus', async () => {
  const { pay } = await open(0, paymentAnswer({ status: 'failed' }, 'The card was declined.'));
  await pay();
  const declined = await screen.findByText('The card was declined.');
  await waitFor(() => expect(document.activeElement?.contains(declined)).toBe(true));
  const button = screen.getByRole('button', { name: /^Pay \$/ });
  expect(document.activeElement?.nextElementSibling).toBe(button);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await pay();
    const offline = await screen.findByText(/Nothing was sent/);
    await waitFor(() => expect(document.activeElement?.contains(offline)).toBe(true));
    expect(document.activeElement?.nextElementSibling).toBe(button);
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

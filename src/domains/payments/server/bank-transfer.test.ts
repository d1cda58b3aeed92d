import { expect, test } from 'vitest';
import { bankTransfer } from './bank-transfer.ts';
import type { PaymentRow } from './payments.ts';

const pending = { reference: 'RF18539007547034' } as PaymentRow;
const account = async (bankAccount: string | undefined, demo: boolean, own?: string | null) => {
  const payee = () => (own === undefined ? {} : { bankAccount: own });
  const next = await bankTransfer({ bankAccount, demo, payee }).next?.(pending);
  return next?.kind === 'transfer' ? next.account : undefined;
};

test('payers are told where to transfer to, or that the server does not know', async () => {
  expect(await account('City Treasury, First Bank, 0042', false)).toBe('City Treasury, First Bank, 0042');
  expect(await account(undefined, false)).toBeNull();
});

test('a payee with an account of its own is paid there, and nowhere if it has none', async () => {
  expect(await account('City Treasury, First Bank, 0042', false, 'Kai Records, DE89')).toBe('Kai Records, DE89');
  expect(await account('City Treasury, First Bank, 0042', false, null)).toBeNull();
});

test('the demo never names a real account', async () => {
  expect(await account('City Treasury, First Bank, 0042', true)).toMatch(/SAMPLE account/);
});

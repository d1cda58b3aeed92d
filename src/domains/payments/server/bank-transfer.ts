import { creditorReference } from './creditor-reference.ts';
import type { Method } from './method.ts';
import type { Payee } from './payee.ts';

const SAMPLE_ACCOUNT = 'City of Harrow Bay, SAMPLE account 0000 1234. It exists only in this demo';

type BankAccount = {
  readonly bankAccount: string | undefined;
  readonly demo: boolean;
  readonly payee: (kind: string) => Pick<Payee, 'bankAccount'>;
};

/** Returns bank transfers to the city, or to the payee of a kind that has an account: recognized by their reference, pending until the money has arrived. */
export function bankTransfer({ bankAccount, demo, payee }: BankAccount): Method {
  // Anyone can sign in to the demo, so it must never direct real money to an account.
  const city = demo ? SAMPLE_ACCOUNT : (bankAccount ?? null);
  return {
    method: 'bank',
    option: () => ({
      method: 'bank',
      offered: true,
      note: 'Transfer the amount with the reference that you get; it counts once it has arrived.',
    }),
    reference: (paymentId) => creditorReference(paymentId.slice('pay_'.length).toUpperCase()),
    next: async ({ reference, kind }) => {
      const { bankAccount: own } = payee(kind);
      return { kind: 'transfer', reference: reference ?? '', account: own === undefined ? city : own };
    },
  };
}

import { creditorReference } from './creditor-reference.ts';
import type { Method } from './method.ts';

const SAMPLE_ACCOUNT = 'City of Harrow Bay, SAMPLE account 0000 1234. It exists only in this demo';

type BankAccount = { readonly bankAccount: string | undefined; readonly demo: boolean };

/** Returns bank transfers: recognized by their reference, pending until the money has arrived. */
export function bankTransfer({ bankAccount, demo }: BankAccount): Method {
  // An account with a published password never sends anybody's real money anywhere.
  const account = demo ? SAMPLE_ACCOUNT : (bankAccount ?? null);
  return {
    method: 'bank',
    option: () => ({
      method: 'bank',
      offered: true,
      note: 'Transfer the amount with the reference that you get; it counts once it has arrived.',
    }),
    reference: (paymentId) => creditorReference(paymentId.slice('pay_'.length).toUpperCase()),
    next: async ({ reference }) => ({ kind: 'transfer', reference: reference ?? '', account }),
  };
}

import { creditorReference } from './creditor-reference.ts';
import type { Method } from './method.ts';

/** Bank transfers: recognized by their reference, pending until the money has arrived. */
export const bankTransfer: Method = {
  method: 'bank',
  option: () => ({
    method: 'bank',
    offered: true,
    note: 'Transfer the amount with the reference that you get; it counts once it has arrived.',
  }),
  reference: (paymentId) => creditorReference(paymentId.slice('pay_'.length).toUpperCase()),
  next: async ({ reference }) => ({ kind: 'transfer', reference: reference ?? '' }),
};

import type { PaymentMethod } from '#domains/payments/contract.ts';

/** The accounts of the books that belong to one parcel. */
export const books = (propertyId: string) => ({
  /** What is owed on the parcel. */
  receivable: `receivable:tax:${propertyId}`,
  /** What was paid beyond that. */
  credit: `credit:tax:${propertyId}`,
  /** Payments announced for it that have not arrived. */
  promised: `promised:tax:${propertyId}`,
});

/** The account of money that arrived by a method. */
export const clearing = (method: PaymentMethod): string => `clearing:${method}`;

/** The account of payments announced by a method. It equals what is promised. */
export const expected = (method: PaymentMethod): string => `expected:${method}`;

/** The account of the fees that a method cost its payers. */
export const methodFees = (method: PaymentMethod): string => `revenue:fee:${method}`;

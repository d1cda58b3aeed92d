import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';

/** Payments and books. Other domains open and settle payments with their own blocks; this one owns the rows. */
export const paymentsDomain: Domain<unknown, Account> = {
  name: 'payments',
  tables: ['book_postings', 'payment_allocations', 'payments'],
  open: () => ({}),
};

import type { Account } from '#domains/participants/server/index.ts';
import { routes } from '#domains/payments/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Payments } from './open-payments.ts';
import { mountPayments } from './routes.ts';

/** Payment methods, payments and books. Other domains open and settle payments with their own blocks; this one owns the rows. */
export const paymentsDomain: Domain<{ payments: Payments }, Account> = {
  name: 'payments',
  tables: ['book_postings', 'payment_allocations', 'payments'],
  routes,
  open: ({ payments }) => ({ mount: (mount) => mountPayments(mount, payments) }),
};

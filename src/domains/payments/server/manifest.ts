import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes } from '#domains/payments/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Log } from '#platform/server/log.ts';
import { startCards } from './cards/settle-waiting.ts';
import type { Payments } from './open-payments.ts';
import { mountPayments } from './routes.ts';

/** Payment methods, payments and books. Other domains open and settle payments with their own blocks; this one owns the rows. */
export const paymentsDomain: Domain<{ payments: Payments; log: Log }, Account> = {
  name: 'payments',
  tables: [
    'book_postings',
    'card_events',
    'card_intents',
    'card_reconciliations',
    'payment_allocations',
    'payments',
    'test_card_charges',
  ],
  capabilities,
  routes,
  open({ payments, log }) {
    const { cards } = payments;
    return {
      mount: (mount) => mountPayments(mount, payments),
      ...(cards === undefined ? {} : { start: () => startCards(cards, log) }),
    };
  },
};

import type { Ledger } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes } from '#domains/payments/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Log } from '#platform/server/log.ts';
import { startCards } from './cards/settle-waiting.ts';
import type { Payments } from './open-payments.ts';
import { mountPayments } from './routes.ts';
import { startContinuing } from './statements/continue-lines.ts';
import { mountStatements } from './statements/mount-statements.ts';
import { openStatements } from './statements/open-statements.ts';

/** Payment methods, payments and books. Other domains open and settle payments with their own blocks; this one owns the rows. */
export const paymentsDomain: Domain<{ payments: Payments; ledger: Ledger; log: Log }, Account> = {
  name: 'payments',
  tables: [
    'bank_lines',
    'bank_statement_lines',
    'bank_statements',
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
  open({ payments, ledger, log }) {
    const { cards } = payments;
    const statements = openStatements(payments, ledger);
    return {
      mount(mount) {
        mountPayments(mount, payments);
        mountStatements(mount, statements);
      },
      start() {
        const started = [startContinuing(statements), ...(cards === undefined ? [] : [startCards(cards, log)])];
        return { stop: async () => void (await Promise.all(started.map((one) => one.stop()))) };
      },
    };
  },
};

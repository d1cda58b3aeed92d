import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes, tools, vocabulary } from '#domains/payments/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import { createAnswerJsonRpc } from '#platform/server/evm/answer-json-rpc.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import { startCards } from './cards/settle-waiting.ts';
import { compareStoredCards } from './cards/stored/seal-cards.ts';
import { compareBooks } from './compare-books.ts';
import { startFollowing } from './digital/follow-payments.ts';
import { startForgetting } from './forget-closed-keys.ts';
import { mountHeld } from './held/mount-held.ts';
import { openHeld } from './held/open-held.ts';
import { startHolding } from './held/start-holding.ts';
import type { Payments } from './open-payments.ts';
import { mountPayments } from './routes.ts';
import { startContinuing } from './statements/continue-lines.ts';
import { mountStatements } from './statements/mount-statements.ts';
import { openStatements } from './statements/open-statements.ts';

/** Payment methods, payments and books. Other domains open and settle payments with their own blocks; this domain owns the rows. */
export const paymentsDomain: Domain<{ payments: Payments; chain: Chain; log: Log }, Account> = {
  name: 'payments',
  tools,
  vocabulary,
  tables: [
    'bank_lines',
    'bank_statement_lines',
    'bank_statements',
    'book_postings',
    'card_events',
    'card_intents',
    'card_reconciliations',
    'digital_payers',
    'digital_payments',
    'digital_quotes',
    'digital_receipts',
    'digital_scans',
    'eth_rates',
    'held_money',
    'method_fees',
    'payment_allocations',
    'payment_parts',
    'payments',
    'refund_decisions',
    'stored_cards',
    'test_card_charges',
    'test_card_refunds',
  ],
  capabilities,
  routes,
  open({ payments, chain, log }) {
    const { cards, digital } = payments;
    const statements = openStatements(payments);
    const held = openHeld(payments);
    return {
      mount(mount) {
        mountPayments(mount, payments, createAnswerJsonRpc(chain, log));
        mountStatements(mount, statements);
        mountHeld(mount, held);
      },
      rebuild: async () => [...(await compareBooks(payments.database)), ...(await compareStoredCards(payments))],
      start() {
        const cardRounds = cards === undefined ? [] : [startCards(cards, log)];
        const rounds = [startContinuing(statements), startFollowing(digital), startHolding(held, log)];
        const started = [...rounds, startForgetting(payments), ...cardRounds];
        return { stop: async () => void (await Promise.all(started.map((one) => one.stop()))) };
      },
    };
  },
};

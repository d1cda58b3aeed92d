import type { OneSubjectPayments } from '#domains/payments/server/index.ts';
import type { Log } from '#platform/server/log.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import { carryInvoices } from './carry-invoices.ts';
import { continueCharges } from './charge-invoice.ts';
import { closeBeyondDue } from './open-card-payments.ts';

const CARRYING = { everyMilliseconds: 2000, failing: 'invoices wait to be updated by their payments' };
const CHARGING = { everyMilliseconds: 60_000, failing: 'charges of stored cards wait' };
const CLOSING = { everyMilliseconds: 60_000, failing: 'card payments beyond what is due stay open' };

/** Updates invoices by their payments, continues charges of stopped processes, and closes card payments beyond what is due, in rounds until it is stopped. */
export function startInvoicePayments(own: OneSubjectPayments, log: Log): { stop(): Promise<void> } {
  const rounds = [
    startRounds(() => carryInvoices(own.payments), { ...CARRYING, log }),
    startRounds(() => continueCharges(own), { ...CHARGING, log }),
    startRounds(() => closeBeyondDue(own.payments), { ...CLOSING, log }),
  ];
  return { stop: async () => void (await Promise.all(rounds.map((one) => one.stop()))) };
}

import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { Payments } from '../open-payments.ts';
import { createSuspenseRules, type SuspenseRequest } from './suspense-rules.ts';

export type Statements = {
  readonly payments: Payments;
  /** Appends money that enters suspense or is paid back out of it. */
  readonly suspense: Appender<SuspenseRequest>;
};

/** Opens bank statements on a ledger. */
export const openStatements = (payments: Payments, ledger: Ledger): Statements => ({
  payments,
  suspense: ledger.register(createSuspenseRules()),
});

import { callChain } from '#platform/contract/json-rpc.ts';
import { confirmTestCard, readPayment, receiveStripeEvent } from './contract/cards.ts';
import * as digital from './contract/digital-payments.ts';
import * as held from './contract/held-money.ts';
import { listPaymentMethods } from './contract/methods.ts';
import { listReconciliations } from './contract/reconciliations.ts';
import {
  assignLine,
  listStatementLines,
  listStatements,
  listSuspense,
  openStatement,
  readStatement,
  returnLine,
  sendStatementLines,
} from './contract/statements.ts';
import { storedCardRoutes } from './contract/stored-cards.ts';

export * from './contract/assistant.ts';
export * from './contract/capabilities.ts';
export * from './contract/cards.ts';
export * from './contract/digital-call.ts';
export * from './contract/digital-codes.ts';
export * from './contract/digital-payments.ts';
export * from './contract/held-money.ts';
export * from './contract/held-words.ts';
export * from './contract/method-fees.ts';
export * from './contract/methods.ts';
export * from './contract/payment-words.ts';
export * from './contract/payments.ts';
export * from './contract/reconciliations.ts';
export * from './contract/settling.ts';
export * from './contract/statements.ts';
export * from './contract/stored-cards.ts';

export const routes = [
  listPaymentMethods,
  readPayment,
  confirmTestCard,
  receiveStripeEvent,
  listReconciliations,
  openStatement,
  sendStatementLines,
  listStatements,
  readStatement,
  listStatementLines,
  listSuspense,
  assignLine,
  returnLine,
  digital.listPendingDigital,
  digital.readDigitalPayment,
  digital.nameTransaction,
  digital.challengePayer,
  digital.provePayer,
  digital.renewQuote,
  digital.setEthRate,
  digital.listEthRates,
  digital.listUnassigned,
  digital.giveDemoFunds,
  digital.readTransaction,
  held.listHeldMoney,
  held.assignHeldMoney,
  held.returnHeldMoney,
  callChain,
  ...storedCardRoutes,
];

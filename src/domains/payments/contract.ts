import { confirmTestCard, readPayment, receiveStripeEvent } from './contract/cards.ts';
import { listPaymentMethods } from './contract/methods.ts';
import { canReadReconciliations, listReconciliations } from './contract/reconciliations.ts';

export * from './contract/cards.ts';
export * from './contract/methods.ts';
export * from './contract/payment-words.ts';
export * from './contract/payments.ts';
export * from './contract/reconciliations.ts';

export const routes = [listPaymentMethods, readPayment, confirmTestCard, receiveStripeEvent, listReconciliations];

export const capabilities = [canReadReconciliations] as const;

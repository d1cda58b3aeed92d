import { listPaymentMethods } from './contract/methods.ts';

export * from './contract/methods.ts';
export * from './contract/payment-words.ts';
export * from './contract/payments.ts';

export const routes = [listPaymentMethods];

import type { PaymentRow } from '../payments.ts';

/** The beginning of the reason of an entry by which a cardholder's dispute takes money back. */
export const DISPUTED = 'The cardholder disputed the payment';

/** Reports whether an entry takes a payment back because of a dispute. */
export const isDispute = ({ method, amountCents, reason }: PaymentRow): boolean =>
  method === 'fiat' && amountCents < 0 && reason?.startsWith(DISPUTED) === true;

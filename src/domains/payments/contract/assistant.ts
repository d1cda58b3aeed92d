import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { readPayment } from './cards.ts';
import { listPaymentMethods } from './methods.ts';

/** Declares the payment tools of the assistant. */
export const tools = {
  list_payment_methods: tool(
    listPaymentMethods,
    'List payment methods',
    'The payment methods on offer, each with its fee.',
  ),
  read_payment: tool(readPayment, 'Read a payment', 'One payment by its id: amount, method and state.'),
} as const;

/** The words with which questions refer to payments. */
export const vocabulary = [
  {
    noun: 'payment method',
    synonyms: ['way to pay', 'means of payment', 'payment option', 'way of paying'],
    fields: { fee: ['fee', 'surcharge', 'charge of a payment'] },
    values: {
      method: {
        bank: ['bank transfer', 'wire transfer', 'bank'],
        fiat: ['card', 'credit card', 'debit card', 'card payment'],
        usdc: ['usdc', 'stablecoin'],
        eth: ['eth', 'ether'],
      },
    },
    verbs: { pay: ['pay'] },
  },
] as const satisfies Vocabulary;

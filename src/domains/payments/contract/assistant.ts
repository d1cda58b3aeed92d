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
    synonyms: [
      ...['way to pay', 'means of payment', 'payment option', 'way of paying', 'form of payment', 'method of payment'],
      ...['payment type', 'how can i pay', 'how do i pay', 'how to pay', 'how can one pay', 'how can we pay'],
    ],
    fields: {
      fee: [
        ...['fee', 'surcharge', 'charge of a payment', 'extra', 'cost extra', 'extra cost', 'payment fee'],
        ...['processing fee', 'transaction fee', 'percent', 'in percent', 'percentage'],
      ],
      offered: [
        'accept',
        'accepted',
        'offer',
        'offered',
        'available',
        'support',
        'supported',
        'take',
        'allow',
        'allowed',
      ],
      duration: ['arrive', 'take long', 'clear'],
    },
    values: {
      method: {
        bank: ['bank transfer', 'wire transfer', 'bank', 'wire', 'bank wire', 'ach', 'sepa', 'bank payment'],
        fiat: ['card', 'credit card', 'debit card', 'card payment', 'visa', 'mastercard', 'credit card payment'],
        usdc: ['usdc', 'stablecoin', 'usd coin'],
        eth: ['eth', 'ether', 'ethereum'],
        crypto: ['crypto', 'cryptocurrency', 'digital currency'],
        other: ['cash payment', 'paypal', 'check', 'cheque', 'apple pay', 'google pay', 'bitcoin', 'btc', 'venmo'],
      },
    },
    verbs: { pay: ['pay'] },
    weak: [
      ...['extra', 'percent', 'in percent', 'percentage', 'accept', 'accepted', 'offer', 'offered', 'available'],
      ...['support', 'supported', 'take', 'allow', 'allowed', 'arrive', 'clear', 'wire', 'check'],
      ...[
        'cheque',
        'bank',
        'how do i pay',
        'how to pay',
        'how can i pay',
        'how can one pay',
        'how can we pay',
        'transaction fee',
        'surcharge',
      ],
    ],
  },
] as const satisfies Vocabulary;

import type { PaymentAnswer } from '#domains/payments/contract.ts';
import type { Announced } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { json } from '#platform/web/testing/stub-server.ts';

/** Returns the answer to a payment, as the server sends it. */
export const paymentAnswer = (changes: Partial<PaymentAnswer['payment']> = {}, message = '$120.50 is paid.') => ({
  payment: {
    id: 'pay_0123456789abcdefghij',
    amount: 12050,
    amountFormatted: '$120.50',
    paymentMethod: 'bank',
    timestamp: '2026-03-02T10:00:00.000Z',
    txHash: null,
    status: 'completed',
    block: { index: 12, hash: 'ab'.repeat(32) },
    reference: null,
    reverses: null,
    methodFee: 0,
    subjects: [{ subject: 'HB-0001-001', cents: 12050, formatted: '$120.50' }],
    allocation: [],
    ...changes,
  },
  message,
  next: null,
});

/** Returns an announced transfer for a number of properties that pays this much of the shown bills; none for zero. */
export const announcedOf = (cents: number, properties = 1): Announced => ({
  cents,
  formatted: formatCents(cents),
  transfers:
    cents === 0
      ? []
      : [
          {
            id: 'pay_0123456789abcdefghij',
            amountFormatted: formatCents(cents * properties),
            reference: 'RF18539007547034',
            timestamp: '2026-03-02T10:00:00.000Z',
            properties,
          },
        ],
});

/** The payment methods: a transfer without a fee. */
export const paymentMethods = () =>
  json({ methods: [{ method: 'bank', offered: true, note: 'Takes a day.', fees: { fixedCents: 0, basisPoints: 0 } }] });

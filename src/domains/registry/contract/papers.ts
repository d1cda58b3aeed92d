import { z } from 'zod';
import { PaymentId, payerHeader, payerOnly, paymentNotFound } from '#domains/payments/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal } from './capabilities.ts';
import { PropertyId, propertyNotFound } from './properties.ts';
import { billNotFound } from './taxes.ts';

export const noReceipt = errorKind('payments.no_receipt', 409, 'No receipt yet');

const pdf = { response: z.string(), responseType: 'application/pdf', cost: 'heavy', compressed: false } as const;

export const readBillPdf = route({
  method: 'GET',
  path: '/api/detroit/bills/{billNumber}/pdf',
  tag: 'Property tax',
  summary: 'Read a bill as PDF',
  description:
    'For the owners of its property and the government: every line explained, its installments, and a QR code that opens the page to ' +
    'pay it. It names no owner.',
  access: { may: canOpenPortal },
  ...pdf,
  params: z.object({ billNumber: BillNumber }),
  errors: [billNotFound, unavailable],
});

export const readReceipt = route({
  method: 'GET',
  path: '/api/payments/{paymentId}/receipt',
  tag: 'Payments',
  summary: 'Read the receipt of a payment as PDF',
  description:
    'For a completed payment: the bills and tax years that it paid, when, and its block. It is for the account that paid, the owners of all that was paid, the ' +
    'government, and a caller that sends the `payerKey` of its opening in the header `Payer-Key`. It names no payer.',
  access: 'public',
  ...payerHeader,
  ...pdf,
  params: z.object({ paymentId: PaymentId }),
  errors: [paymentNotFound, payerOnly, noReceipt, unavailable],
});

export const readExtract = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/extract',
  tag: 'Registry',
  summary: 'Read the extract of a property as PDF',
  description: 'The public data, with a QR code that opens its page. Owners appear under their pseudonyms.',
  access: 'public',
  ...pdf,
  params: z.object({ id: PropertyId }),
  errors: [propertyNotFound, unavailable],
});

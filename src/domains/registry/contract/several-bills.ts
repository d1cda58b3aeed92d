import { z } from 'zod';
import { PaymentAnswer } from '#domains/payments/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Announced } from './announced-transfers.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal } from './capabilities.ts';
import { opening, PaidCents, PayRequest } from './payments.ts';
import { PropertyId, propertyNotFound } from './properties.ts';
import { billNotFound } from './taxes.ts';

/** The maximum number of properties or bills that one payment pays. */
export const PAID_TOGETHER_MAX = 50;

const propertyIds = z.array(PropertyId).min(1).max(PAID_TOGETHER_MAX);
const billNumbers = z.array(BillNumber).min(1).max(PAID_TOGETHER_MAX);
const cents = z.int().min(0);

/** A payment for several bills has no `txHash`: its payer gets a call that names the payment. */
const Together = PayRequest.omit({ txHash: true });
export const PayProperties = Together.extend({ propertyIds });
export type PayProperties = z.infer<typeof PayProperties>;
export const PayBills = Together.extend({ billNumbers });
export type PayBills = z.infer<typeof PayBills>;

const PreviewTotals = {
  owed: cents.describe('What is open on all of them now, in cents.'),
  owedFormatted: z.string(),
  amount: cents.describe('The amount that would be paid, without the fee of the method.'),
  amountFormatted: z.string(),
  announced: Announced,
};
const PreviewLine = z.object({
  propertyId: PropertyId,
  address: z.string(),
  year: z.int(),
  open: cents,
  openFormatted: z.string(),
  paid: cents,
  paidFormatted: z.string(),
});
const PaymentPreview = z
  .object({
    ...PreviewTotals,
    lines: z.array(PreviewLine.extend({ fees: cents, interest: cents, tax: cents })),
  })
  .meta({ id: 'PaymentPreview' });
/** The preview for anyone with the numbers of bills: their totals, without their lines. */
const BillsPreview = z.object({ ...PreviewTotals, lines: z.array(PreviewLine) }).meta({ id: 'BillsPreview' });
export type BillsPreview = z.infer<typeof BillsPreview>;
export type PaymentPreview = z.infer<typeof PaymentPreview>;

const amount = PaidCents.optional().describe('In cents; all that is owed if absent.');
const rule = 'Oldest bill first, and within a bill fees, then interest, then principal. Writes nothing.';

export const previewProperties = route({
  method: 'POST',
  path: '/api/detroit/payments/properties/preview',
  tag: 'Property tax',
  summary: 'Preview a payment for several properties',
  description: `Shows what it would pay on each bill. ${rule}`,
  access: { may: canOpenPortal },
  body: z.strictObject({ propertyIds, amount }),
  response: PaymentPreview,
  errors: [propertyNotFound],
});

export const payProperties = route({
  method: 'POST',
  path: '/api/detroit/payments/properties',
  tag: 'Property tax',
  summary: 'Pay tax on several properties together',
  description:
    'One payment with one reference. Residents pay for their own properties, a government account for any. Its block names every ' +
    'property, so that anyone can see that they were paid together. Money beyond what is owed becomes credit of the first one.',
  access: { may: canOpenPortal },
  idempotent: true,
  body: PayProperties,
  response: PaymentAnswer,
  errors: [propertyNotFound, ...opening],
});

export const previewBills = route({
  method: 'POST',
  path: '/api/detroit/payments/bills/preview',
  tag: 'Property tax',
  summary: 'Preview a payment for several bills',
  description: `Shows what it would pay on each bill in total. ${rule} Anyone who has the numbers can ask.`,
  access: 'public',
  body: z.strictObject({ billNumbers, amount }),
  response: BillsPreview,
  errors: [billNotFound],
});

export const payBills = route({
  method: 'POST',
  path: '/api/detroit/payments/bills',
  tag: 'Property tax',
  summary: 'Pay several bills together by their numbers',
  description:
    'One payment with one reference, without an account. Money beyond these bills pays others of the same properties, and then becomes ' +
    'credit of the first one.',
  access: 'public',
  idempotent: true,
  body: PayBills,
  response: PaymentAnswer,
  errors: [billNotFound, ...opening],
});

export const severalBillsRoutes = [previewProperties, payProperties, previewBills, payBills] as const;

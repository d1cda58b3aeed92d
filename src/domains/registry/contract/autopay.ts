import { z } from 'zod';
import { PaymentId, StoredCardId, storedCardNotFound } from '#domains/payments/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canOpenPortal } from './capabilities.ts';
import { RESIDENT_PROPERTIES_MAX } from './portal.ts';
import { PropertyId, propertyNotFound } from './properties.ts';

export const autopayTaken = errorKind('registry.autopay_taken', 409, 'Another owner pays automatically');
export const autopayNotFound = errorKind('registry.autopay_not_found', 404, 'No automatic payment');

export const DAYS_BEFORE_MAX = 30;

const cents = z.int().min(0);

/** The automatic payment of one property, as one of its owners sees it. */
export const Autopay = z
  .object({
    propertyId: PropertyId,
    address: z.string(),
    state: z.enum(['on', 'off', 'taken']).describe('`taken`: another owner of the property pays automatically.'),
    offReason: z.string().nullable().describe('Why it was switched off, if its owner did not.'),
    cardId: StoredCardId.nullable(),
    cardLabel: z.string().nullable(),
    daysBefore: z.int().min(0).max(DAYS_BEFORE_MAX),
    next: z
      .object({
        at: Instant,
        due: z.string().describe('The last day to pay.'),
        tax: cents,
        fee: cents,
        total: cents,
        totalFormatted: z.string(),
        feeFormatted: z.string(),
      })
      .nullable()
      .describe(
        'The next charge as of now: later penalties, payments and fees change it. Null if nothing is left to charge.',
      ),
    byHand: z
      .object({ amount: cents, amountFormatted: z.string() })
      .nullable()
      .describe(
        'What was paid automatically and is open again, with its late charges. It is not charged again: pay it.',
      ),
    last: z
      .object({
        at: Instant,
        outcome: z
          .enum(['started', 'completed', 'failed', 'dropped', 'returned'])
          .describe('`returned`: it was paid, and all or part of the money came back.'),
        reason: z.string().nullable(),
        paymentId: PaymentId.nullable(),
        amountFormatted: z.string().describe('With the fee.'),
        feeFormatted: z.string(),
        retryAt: Instant.nullable().describe('When a failed charge is tried again.'),
      })
      .nullable(),
  })
  .meta({ id: 'Autopay' });
export type Autopay = z.infer<typeof Autopay>;

const tag = 'Property tax';
const params = z.object({ id: PropertyId });

export const listAutopays = route({
  method: 'GET',
  path: '/api/detroit/autopay',
  tag,
  summary: 'List your properties with their automatic payments',
  description: 'With the next charge of each, and the outcome of the last one.',
  access: { may: canOpenPortal },
  query: z.strictObject({ page: PageNumber, limit: pageSize(RESIDENT_PROPERTIES_MAX, RESIDENT_PROPERTIES_MAX) }),
  response: z.object({ properties: z.array(Autopay).max(RESIDENT_PROPERTIES_MAX), pagination: Pagination }),
});

export const setAutopay = route({
  method: 'PUT',
  path: '/api/detroit/properties/{id}/autopay',
  tag,
  summary: 'Pay a property automatically',
  description:
    'Charges a stored card for each installment, on its due day or some days before, with everything that is due by then. Never more ' +
    'than is owed. A declined charge is tried three times, three days apart. It ends when you sell the property or remove the card.',
  access: { may: canOpenPortal },
  params,
  body: z.strictObject({
    cardId: StoredCardId,
    daysBefore: z.int().min(0).max(DAYS_BEFORE_MAX).meta({ example: 3 }),
  }),
  response: z.object({ autopay: Autopay }),
  errors: [propertyNotFound, storedCardNotFound, autopayTaken, unavailable],
});

export const endAutopay = route({
  method: 'DELETE',
  path: '/api/detroit/properties/{id}/autopay',
  tag,
  summary: 'Stop paying a property automatically',
  description: 'Also closes a charge that waits for you to complete it.',
  access: { may: canOpenPortal },
  params,
  response: z.object({ ended: z.literal(true) }),
  errors: [autopayNotFound, unavailable],
});

export const autopayRoutes = [listAutopays, setAutopay, endAutopay] as const;

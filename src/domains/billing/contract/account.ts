import { z } from 'zod';
import { unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Dollars } from './amounts.ts';
import { billingIsOff } from './subscription.ts';

const tag = 'Subscription';

/** An account's own data as a customer. */
export const BillingAccount = z
  .object({
    now: Instant.describe('Billing time, which a demo can advance.'),
    enabled: z.boolean().describe('Whether this server bills.'),
    canTry: z.boolean().describe('Whether the trial is still available.'),
    paidBy: z
      .string()
      .nullable()
      .describe('The username of the account that pays for this one; null if it pays itself.'),
    hasDetails: z.boolean(),
    credit: Dollars,
    owed: Dollars.describe('The amount due on open invoices.'),
    overdue: Dollars,
    readOnlySince: Instant.nullable().describe('Since when nothing can be recorded, because an invoice is unpaid.'),
    readOnlyFrom: Instant.nullable().describe(
      'From when nothing can be recorded, if an overdue invoice is not paid by then.',
    ),
    contact: z.string().nullable().describe('Where to write for a plan with an agreed price.'),
    clockCanMove: z.boolean().describe('True in a demo.'),
  })
  .meta({ id: 'BillingAccount' });
export type BillingAccount = z.infer<typeof BillingAccount>;

export const readBillingAccount = route({
  method: 'GET',
  path: '/api/subscription/account',
  tag,
  summary: 'Read your billing account',
  access: 'signed in',
  response: BillingAccount,
});

export const BillingEvent = z.object({
  at: Instant,
  kind: z.string().meta({ example: 'trial_started' }),
  text: z.string().meta({ example: 'The trial of Starter began. It ends on 7 December 2026.' }),
  by: z.string().nullable(),
});

export const listBillingEvents = route({
  method: 'GET',
  path: '/api/subscription/events',
  tag,
  summary: 'List what happened to your subscription',
  description: 'The newest first, with all reminders.',
  access: 'signed in',
  query: z.strictObject({ limit: z.coerce.number<number>().int().min(1).max(200).default(50) }),
  response: z.object({ events: z.array(BillingEvent).max(200) }),
});

export const moveClock = route({
  method: 'POST',
  path: '/api/subscription/clock',
  tag,
  summary: 'Move your billing time on',
  description:
    'Only in a demo. Everything that becomes due happens, as if that time had passed. The time of blocks does not change.',
  access: 'signed in',
  cost: 'heavy',
  body: z.strictObject({
    days: z.int('days must be a whole number').min(1, 'days must be at least 1').max(400, 'days must be at most 400'),
  }),
  response: z.object({ now: Instant }),
  errors: [billingIsOff, unavailable],
});

import { z } from 'zod';
import { accountNotFound } from '#domains/participants/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { BillingEvent } from './account.ts';
import { Dollars, DollarsIn } from './amounts.ts';
import { canAdministerBilling } from './capabilities.ts';
import { BillingRecord, InvoiceId, invoiceClosed, invoiceNotFound } from './invoices.ts';
import { noSubscription, Subscription, SubscriptionStatus } from './subscription.ts';

const tag = 'Subscription';
const access = { may: canAdministerBilling } as const;

export const notInTrial = errorKind('billing.not_in_trial', 409, 'Not in a trial');
export const runGoes = errorKind('billing.run_goes', 409, 'A run is already in progress');

const Reason = z
  .string('reason must be a text')
  .trim()
  .min(1, 'Enter the reason, for the record')
  .max(500, 'reason has at most 500 characters')
  .meta({ example: 'Agreed by telephone.' });

export const AdministeredSubscription = Subscription.extend({
  username: z.string(),
  owed: Dollars,
  credit: Dollars,
  readOnlySince: Instant.nullable(),
}).meta({ id: 'AdministeredSubscription' });

export const listSubscriptions = route({
  method: 'GET',
  path: '/api/subscription/administration/subscriptions',
  tag,
  summary: 'List all subscriptions',
  description: 'The newest first.',
  access,
  cost: 'search',
  query: z.strictObject({
    status: SubscriptionStatus.optional(),
    search: z.string().trim().max(100).optional().describe('The beginning of a username.'),
    page: PageNumber,
    limit: pageSize(25, 100),
  }),
  response: z.object({ subscriptions: z.array(AdministeredSubscription).max(100), pagination: Pagination }),
});

const one = z.object({ username: z.string().min(1).max(64).meta({ example: 'demo-manufacturer' }) });

export const readAdministeredBilling = route({
  method: 'GET',
  path: '/api/subscription/administration/subscriptions/{username}',
  tag,
  summary: 'Read the subscription of an account',
  description: 'With its newest invoices and its history.',
  access,
  params: one,
  response: z.object({
    subscription: AdministeredSubscription.nullable(),
    invoices: z.array(BillingRecord).max(100),
    events: z.array(BillingEvent).max(200),
  }),
  errors: [accountNotFound],
});

export const extendTrial = route({
  method: 'POST',
  path: '/api/subscription/administration/subscriptions/{username}/extend-trial',
  tag,
  summary: 'Extend a trial',
  access,
  idempotent: true,
  params: one,
  body: z.strictObject({
    days: z.int('days must be a whole number').min(1, 'days must be at least 1').max(90, 'days must be at most 90'),
    reason: Reason,
  }),
  response: z.object({ trialEnd: Instant }),
  errors: [accountNotFound, noSubscription, notInTrial, idempotencyMismatch, unavailable],
});

const invoice = z.object({ invoiceId: InvoiceId });

export const creditInvoice = route({
  method: 'POST',
  path: '/api/subscription/administration/invoices/{invoiceId}/credit',
  tag,
  summary: 'Credit an invoice, wholly or in part',
  description:
    'Issues a credit note. It reduces the amount left to pay; any part that was already paid becomes credit of the account, which pays its next ' +
    'invoices.',
  access,
  idempotent: true,
  params: invoice,
  body: z.strictObject({ amount: DollarsIn('amount', 10_000_000), reason: Reason }),
  response: z.object({ creditNote: BillingRecord, invoice: BillingRecord }),
  errors: [invoiceNotFound, invoiceClosed, idempotencyMismatch, unavailable],
});

export const voidInvoice = route({
  method: 'POST',
  path: '/api/subscription/administration/invoices/{invoiceId}/void',
  tag,
  summary: 'Void an invoice of which nothing was paid',
  description: 'It keeps its number, and nothing is due on it anymore.',
  access,
  idempotent: true,
  params: invoice,
  body: z.strictObject({ reason: Reason }),
  response: z.object({ invoice: BillingRecord }),
  errors: [invoiceNotFound, invoiceClosed, idempotencyMismatch, unavailable],
});

export const giveUpInvoice = route({
  method: 'POST',
  path: '/api/subscription/administration/invoices/{invoiceId}/uncollectible',
  tag,
  summary: 'Give up an open invoice as uncollectible',
  description: 'It can still be paid. Until then its account stays read-only, if it was before.',
  access,
  idempotent: true,
  params: invoice,
  body: z.strictObject({ reason: Reason }),
  response: z.object({ invoice: BillingRecord }),
  errors: [invoiceNotFound, invoiceClosed, idempotencyMismatch, unavailable],
});

export const BillingRun = z
  .object({
    startedAt: Instant,
    by: z.string().nullable(),
    state: z.enum(['running', 'done', 'canceled', 'failed']),
    accounts: z.int().describe('Accounts with something due when the run began.'),
    done: z.int().describe('Steps that were taken. An account may take several, for example when a draft is issued.'),
    failed: z.int().describe('Accounts left unchanged, because their records are broken.'),
    invoices: z.int(),
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'BillingRun' });

export const startRun = route({
  method: 'POST',
  path: '/api/subscription/administration/runs',
  tag,
  summary: 'Run what is due for all accounts',
  description: 'It happens automatically every minute. A run can be watched and canceled, and repeated at any time.',
  access,
  status: 202,
  body: z.strictObject({}),
  response: z.object({ run: BillingRun }),
  errors: [runGoes, unavailable],
});

export const readRun = route({
  method: 'GET',
  path: '/api/subscription/administration/runs/latest',
  tag,
  summary: 'Read the latest run',
  access,
  response: z.object({ run: BillingRun.nullable() }),
});

export const cancelRun = route({
  method: 'POST',
  path: '/api/subscription/administration/runs/cancel',
  tag,
  summary: 'Cancel the run in progress',
  description: 'It stops after the accounts it is processing. Completed steps stay.',
  access,
  body: z.strictObject({}),
  response: z.object({ run: BillingRun.nullable().describe('Null if none was in progress.') }),
});

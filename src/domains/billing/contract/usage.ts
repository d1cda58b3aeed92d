import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';

export const limitReached = errorKind('billing.limit_reached', 403, 'Limit of the plan reached');
export const readOnly = errorKind('billing.read_only', 403, 'Read-only because an invoice is unpaid');

/** The number of days of usage that are shown. */
export const USAGE_DAYS = 90;

export const readUsage = route({
  method: 'GET',
  path: '/api/subscription/usage',
  tag: 'Subscription',
  summary: 'Read your usage against the limits of your plan',
  description:
    'Users are the account itself, its members and the active participants that it manages. Assets are those that they introduced to the ' +
    'ledger. Invoices charge the declared counts; usage is what the limits of the plan apply to.',
  access: 'signed in',
  query: z.strictObject({ days: z.coerce.number<number>().int().min(1).max(USAGE_DAYS).default(30) }),
  response: z.object({
    users: z.int().describe('Now.'),
    assets: z.int().describe('Now.'),
    declaredUsers: z.int().nullable().describe('The count that invoices charge; null without a subscription.'),
    declaredAssets: z.int().nullable(),
    maxUsers: z.int().nullable().describe('The limit of the plan; null without one.'),
    maxAssets: z.int().nullable(),
    limited: z.boolean().describe('Whether the limits are enforced on this server.'),
    days: z
      .array(z.object({ day: z.iso.date(), users: z.int(), assets: z.int() }))
      .max(USAGE_DAYS)
      .describe('Measured once each day in UTC, the oldest first.'),
  }),
});

import { z } from 'zod';

/** What a question asks for. */
export const asks = [
  'list',
  'count',
  'describe',
  'when',
  'where',
  'who',
  'how long',
  'how much',
  'most',
  'least',
  'compare',
  'whether',
  'percentage',
] as const;

/** What a question is about. */
export const subjects = [
  'asset',
  'event',
  'block',
  'chain',
  'participant',
  'batch',
  'category',
  'place',
  'day',
  'property',
  'bill',
  'rate',
  'payment method',
  'share',
  'plan',
  'subscription',
  'invoice',
  'usage',
  'account',
  'witness',
  'checkpoint',
  'key',
  'audit log',
  'health',
] as const;

/** The value of an attribute that an asset lacks. */
export const NONE = '(none)';

/** What a condition restricts. */
export const conditionKinds = [
  'asset',
  'block',
  'hash',
  'action',
  'status',
  'category',
  'batch',
  'participant',
  'role',
  'place',
  'period',
  'text',
  'property',
  'address',
  'neighborhood',
  'type',
  'owed',
  'year',
  'state',
  'plan',
  'cycle',
  'users',
  'mine',
  'anomalous',
  'it',
  'them',
  'order',
  'amount',
  'code',
  'method',
  'side',
  'stage',
  'assets',
  'bill',
  'ordinal',
  'stating',
  'number',
  'owner',
] as const;

/** How a number bounds an attribute. */
export const bounds = ['above', 'below', 'at least', 'at most'] as const;

/**
 * How a value takes part: a participant that acts, is addressed, holds, recorded or made; a place in which, from which, to
 * which or through which; a time at which something happened or was recorded.
 */
export const roles = [
  'actor',
  'addressee',
  'holder',
  'recorder',
  'maker',
  'source',
  'partner',
  'in',
  'from',
  'to',
  'via',
] as const;

export const Condition = z.strictObject({
  kind: z.enum(conditionKinds),
  value: z.string().max(300),
  as: z.enum(roles).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  clock: z.enum(['happened', 'recorded']).optional(),
  not: z.boolean().optional(),
  /** How the number in `value` bounds the attribute `of`. */
  than: z.enum(bounds).optional(),
  of: z.string().max(40).optional(),
  /** Whether it holds beside the others of its kind, which are alternatives otherwise. */
  also: z.boolean().optional(),
  /** Whether it tells the part whose percentage is asked. */
  part: z.boolean().optional(),
});
export type Condition = z.infer<typeof Condition>;

/** A question as data: what is asked, about what, and under which conditions. All conditions hold together. */
export const Query = z.strictObject({
  ask: z.enum(asks),
  subject: z.enum(subjects),
  where: z.array(Condition).max(12).default([]),
  /** The attribute asked for, such as `status` or `temperature`. */
  field: z.string().max(80).optional(),
  /** What is computed of the attribute over all that match. */
  aggregate: z.enum(['total', 'average']).optional(),
  /** What to count or rank by. */
  by: z.string().max(40).optional(),
  order: z.enum(['newest', 'oldest', 'highest', 'lowest']).optional(),
  limit: z.int().min(1).max(100).optional(),
});
export type Query = z.infer<typeof Query>;
export type Ask = Query['ask'];
export type Subject = Query['subject'];

export const conditionsOf = (query: Query, kind: Condition['kind']): readonly Condition[] =>
  query.where.filter((condition) => condition.kind === kind);

/** Returns the value of the only condition of a kind, or undefined. */
export const valueIn = (query: Query, kind: Condition['kind']): string | undefined =>
  conditionsOf(query, kind)[0]?.value;

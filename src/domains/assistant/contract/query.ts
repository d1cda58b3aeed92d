import { z } from 'zod';

/** The kinds of information that a question asks for. */
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

/** The subjects of questions. */
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

/** The kinds of conditions. */
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
 * The role of a value: a participant that acts, is addressed, holds, recorded or made; a place in, from, to or through
 * which; a time at which something happened or was recorded.
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
  /** Whether it applies in addition to the other conditions of its kind, which are otherwise alternatives. */
  also: z.boolean().optional(),
  /** Whether it defines the part whose percentage is asked for. */
  part: z.boolean().optional(),
});
export type Condition = z.infer<typeof Condition>;

/** A question as data: the requested information, the subject and the conditions. All conditions apply together. */
export const Query = z.strictObject({
  ask: z.enum(asks),
  subject: z.enum(subjects),
  where: z.array(Condition).max(12).default([]),
  /** The attribute asked for, such as `status` or `temperature`. */
  field: z.string().max(80).optional(),
  /** The aggregate of the attribute over all matches. */
  aggregate: z.enum(['total', 'average']).optional(),
  /** The dimension to count or rank by. */
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

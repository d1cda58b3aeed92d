import type { Condition, Query } from '#domains/assistant/contract.ts';
import type { Part } from '../engine/understand.ts';

export const SETS = new Set<Query['subject']>(['asset', 'property']);
/** Conditions that name one thing or refer to others. */
export const ONE = new Set<Condition['kind']>(['asset', 'property', 'address', 'it', 'them', 'mine']);

/** "Which owes the most?" after the properties of a neighborhood ranks these, and not all of them. */
export function rankWithin(
  previous: Query,
  { query, fragment }: Extract<Part, { kind: 'question' }>,
): Query | undefined {
  const ranks = query !== undefined && (query.ask === 'most' || query.ask === 'least');
  const isSet = ['list', 'count'].includes(previous.ask) && previous.by === undefined && previous.order === undefined;
  if (!ranks || !isSet || !fragment.headless || query.subject !== previous.subject || !SETS.has(query.subject))
    return undefined;
  if (query.by !== undefined || previous.where.length === 0) return undefined;
  if ([...previous.where, ...query.where].some(({ kind }) => ONE.has(kind))) return undefined;
  return { ...query, where: [...previous.where, ...query.where].slice(0, 12) };
}

/** "What is the price?" after the shares of a property asks about these. */
export function sharesAgain(previous: Query, query: Query): Query | undefined {
  const isOne = !['count', 'list', 'most', 'least'].includes(query.ask) && query.field !== undefined;
  if (query.subject !== 'share' || previous.subject !== 'share' || query.where.length > 0 || !isOne) return undefined;
  const where = previous.where.filter(({ kind }) => kind === 'address' || kind === 'property');
  return where.length === 0 ? undefined : { ...query, where };
}

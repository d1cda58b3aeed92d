import { type Condition, NONE, type Query } from '#domains/assistant/contract.ts';
import { fold } from '../engine/normalise.ts';
import type { Draft } from './turn.ts';

/** Words with which a reply tells that it leaves something out, or that there is none. */
const LEAVES_OUT =
  /\b(?:not|no|non|none|never|without|except|outside|neither|nor|nobody|nothing|cannot|failed|lacks?|other than|apart|un[a-z]{4,})\b|n't\b/i;
/** Conditions that name one thing. Its answer may tell a fact without its conditions. */
const ONE = new Set<Condition['kind']>(['asset', 'property', 'address', 'block', 'hash', 'it', 'them']);
/** Conditions whose values an answer about several things has to repeat. */
const REPEATED = new Set<Condition['kind']>([
  ...(['action', 'batch', 'category', 'neighborhood', 'participant', 'place', 'role', 'status', 'type'] as const),
]);
const PERIOD = /\b(?:19|20)\d\d\b|\b(?:today|yesterday|hours|none|no)\b/;
const STEM = 4;

/**
 * Reports whether a reply honors the conditions of a query. One about several things that does not repeat a condition is not restricted
 * by it, and one that does not mention what is left out answers the opposite.
 */
export function honorsConditions({ where }: Query, { reply, blocks = [] }: Draft): boolean {
  if (where.some(({ not }) => not === true) && !LEAVES_OUT.test(reply)) return false;
  if (where.some(({ kind }) => ONE.has(kind))) return true;
  const titles = blocks.flatMap((block) => ('title' in block ? [block.title] : []));
  const said = fold([reply, ...titles].join(' '));
  return where.every(
    ({ kind, value }) =>
      (kind !== 'period' || PERIOD.test(said)) && (!REPEATED.has(kind) || value === NONE || isSaid(fold(value), said)),
  );
}

/** Any word of the value, in any form. */
const isSaid = (value: string, said: string) =>
  value.split(/[^\p{L}\p{N}]+/u).some((word) => word !== '' && said.includes(word.slice(0, STEM)));
